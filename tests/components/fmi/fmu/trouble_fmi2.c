/* SPDX-License-Identifier: MIT */
/* An FMU of FMI 2.0 that does what FMUs of others do: it crashes, leaves, prints, relies on what
 * importers usually do, and brings a function whose name its importer has too. The parameter `mode`
 * chooses. Outputs: how it was set up, and how often it stepped. */
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum { Ok, Warning, Discard, Error, Fatal, Pending } Status;

typedef struct {
  void (*logger)(void*, const char*, Status, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t);
  void (*free)(void*);
  void (*step_finished)(void*, Status);
  void* environment;
} Callbacks;

/* What happens in the step that ends at or after the parameter `when`. */
enum {
  kNothing,
  kCrash,
  kAbort,
  kExit,
  kOverflow,
  kDivide,
  kChangeFolder,
  kPrint,
  kWarn,
  kNoReset,
  kEnd,
  kDiscard,
  kExitHard,
  kReadClock,
  kHang,
  kSpoilWire,
  kOwnHandler,
  kBrokenPipe,
  kFail,
  kComplain,
  kNoTerminate,
  kNumerics,
  kQuickExit,
  kForkedExit,
  kKeepStop,
  kKeepTexts,
  kThread,
  kOverrun, /* from then on */
  kForkedReturn,
};
enum { kMode = 1, kWhen = 2, kGain = 3, kLevelStart = 4 };
enum { kInput = 10 };
enum { kSteps = 20, kStartTime, kStopTime, kTolerance, kOwn, kLevel, kTime, kSets };

typedef struct {
  double mode, when, gain, input, level;
  double start, stop, tolerance, time, sets;
  int steps, last_is_new;
} Values;
typedef struct {
  Values now;
  const Callbacks* callbacks;
  const char *name, *resources;
  int silent;
} Trouble;

static const Values kFresh = {.when = 1e30, .gain = 1, .level = 5, .stop = -1, .tolerance = -1};

/* The name is that of a function of a numerical library. */
int CVodeCreate(int lmm, void* context) {
  (void)lmm, (void)context;
  return 42;
}
int (*volatile own)(int, void*) = CVodeCreate;

void* fmi2Instantiate(const char* name, int type, const char* guid, const char* resources,
                      const Callbacks* callbacks, int visible, int logging) {
  (void)type, (void)guid, (void)visible, (void)logging;
  Trouble* it = callbacks->allocate(1, sizeof *it);
  it->name = name;
  it->resources = resources;
  it->callbacks = callbacks;
  it->now = kFresh;
  return it;
}
void fmi2FreeInstance(void* c) { ((Trouble*)c)->callbacks->free(c); }
Status fmi2SetDebugLogging(void* c, int on, size_t count, const char* const* categories) {
  (void)on, (void)categories;
  ((Trouble*)c)->silent = count > 0; /* what goes wrong is said under no category */
  return Ok;
}
Status fmi2SetupExperiment(void* c, int tolerance_defined, double tolerance, double start,
                           int stop_defined, double stop) {
  Trouble* it = c;
  it->now.start = it->now.time = start;
  it->now.stop = stop_defined ? stop : -1;
  it->now.tolerance = tolerance_defined ? tolerance : -1;
  return Ok;
}
Status fmi2EnterInitializationMode(void* c) {
  (void)c;
  return Ok;
}

static void say(Trouble* it, Status status, const char* text) {
  if (it->silent) return;
  it->callbacks->logger(it->callbacks->environment, "", status, "", "%s", text);
}

/* A page that is written to by a handler of its own, as virtual machines do. */
static char* page;
static struct sigaction before;
static void open_page(int number, siginfo_t* what, void* context) {
  (void)context;
  if ((char*)what->si_addr == page) {
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
    return;
  }
  before.sa_handler(number);
}
static void* run_on(void* nothing) {
  for (;;) usleep(100);
  return nothing;
}

Status fmi2ExitInitializationMode(void* c) {
  pthread_t thread;
  switch ((int)((Trouble*)c)->now.mode) {
    case kOwnHandler: {
      struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO};
      page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      sigaction(SIGSEGV, &action, &before);
      break;
    }
    case kThread:
      pthread_create(&thread, NULL, run_on, NULL);
      break;
    default:
      break;
  }
  return Ok;
}
Status fmi2Terminate(void* c) {
  if ((int)((Trouble*)c)->now.mode != kNoTerminate) return Ok;
  say(c, Error, "the pump does not stop");
  return Error;
}
Status fmi2Reset(void* c) {
  Trouble* it = c;
  if ((int)it->now.mode == kNoReset) {
    it->callbacks->logger(it->callbacks->environment, "", Error, "logStatusError", "cannot reset");
    return Error;
  }
  it->now = kFresh;
  return Ok;
}

static double* place(Trouble* it, unsigned reference) {
  switch (reference) {
    case kMode:
      return &it->now.mode;
    case kWhen:
      return &it->now.when;
    case kGain:
      return &it->now.gain;
    case kInput:
      ++it->now.sets;
      return &it->now.input;
    case kLevel:
      return &it->now.level;
    default:
      return NULL;
  }
}

Status fmi2SetReal(void* c, const unsigned* references, size_t count, const double* values) {
  for (size_t i = 0; i < count; ++i) {
    double* to = place(c, references[i]);
    if (to == NULL) return Error;
    *to = values[i];
  }
  return Ok;
}
Status fmi2GetReal(void* c, const unsigned* references, size_t count, double* values) {
  Trouble* it = c;
  if ((int)it->now.mode == kOverrun && it->now.time >= it->now.start + it->now.when) {
    for (size_t i = count; i < count + 1000000; ++i) values[i] = 1;
  }
  for (size_t i = 0; i < count; ++i) {
    const double outputs[] = {it->now.steps, it->now.start, it->now.stop, it->now.tolerance,
                              own(1, NULL),  it->now.level, it->now.time, it->now.sets};
    if (references[i] < kSteps || references[i] > kSets) return Error;
    values[i] = outputs[references[i] - kSteps];
  }
  return Ok;
}
#define NO_VARIABLES(NAME, TYPE)                                                 \
  Status NAME(void* c, const unsigned* references, size_t count, TYPE* values) { \
    (void)c, (void)references, (void)values;                                     \
    return count == 0 ? Ok : Error;                                              \
  }
NO_VARIABLES(fmi2GetInteger, int)
NO_VARIABLES(fmi2SetInteger, const int)
NO_VARIABLES(fmi2GetBoolean, int)
NO_VARIABLES(fmi2SetBoolean, const int)

static int overflow(volatile int depth) {
  if (depth < 0) return 0;
  volatile char room[4096];
  memset((char*)room, depth, sizeof room);
  return overflow(depth + 1) + room[0];
}

static void misbehave(Trouble* it) {
  volatile int zero = 0, hundred = 100;
  volatile int* volatile nowhere = NULL;
  switch ((int)it->now.mode) {
    case kCrash:
      *nowhere = 1;
      break;
    case kAbort:
      abort();
    case kExit:
      exit(0);
    case kExitHard:
      _exit(0);
    case kOverflow:
      it->now.level = overflow(0);
      break;
    case kDivide:
      it->now.level = hundred / zero;
      break;
    case kChangeFolder:
      if (chdir("/") != 0) it->now.level = -1;
      break;
    case kPrint:
      printf("a banner of the FMU\n");
      break;
    case kWarn:
      it->callbacks->logger(it->callbacks->environment, "", Warning, "logStatusWarning",
                            "too \x1b[31mhot\x1b[0m at %g s", it->now.time);
      break;
    case kHang:
      for (;;) pause();
    case kOwnHandler:
      mprotect(page, 4096, PROT_NONE);
      ++*(volatile char*)page;
      break;
    case kBrokenPipe: {
      int ends[2];
      if (pipe(ends) != 0) break;
      close(ends[0]);
      it->now.level = write(ends[1], "x", 1) < 0 ? errno : 0;
      close(ends[1]);
      break;
    }
    case kComplain:
      say(it, Error, "#r10# is off\r\n  by 2 K\n");
      break;
    case kNumerics:
      fesetround(FE_UPWARD);
      feenableexcept(FE_DIVBYZERO | FE_INVALID);
      break;
    case kQuickExit:
      quick_exit(0);
    case kForkedExit: {
      const pid_t child = fork();
      int status = 0;
      if (child == 0) _exit(7);
      waitpid(child, &status, 0);
      it->now.level = WEXITSTATUS(status);
      break;
    }
    case kForkedReturn: {
      const pid_t child = fork();
      int status = 0;
      if (child == 0) return;
      waitpid(child, &status, 0);
      it->now.level = WIFEXITED(status) ? 8 : 0;
      break;
    }
    case kKeepTexts:
      it->now.level = strcmp(it->name, "t") == 0 && strncmp(it->resources, "file:///", 8) == 0 &&
                      strcmp(it->resources + strlen(it->resources) - 9, "resources") == 0;
      break;
    case kSpoilWire: {
      /* Where a process of its own is connected with the importer: the length of a message. */
      const unsigned long long length = ~0ULL;
      if (write(3, &length, sizeof length) < 0) it->now.level = -1;
      break;
    }
    default:
      break;
  }
}

/* Says the cause of a failure first, and much after it. */
static Status fail(Trouble* it) {
  say(it, Ok, "the step begins");
  say(it, Error, "the tank of #r25# is empty");
  for (char text[] = "unwinding 0"; text[10] <= '9'; ++text[10]) say(it, Error, text);
  for (int i = 0; i < 9; ++i) say(it, Ok, "the step ends");
  return Error;
}

/* Takes a step that may be repeated for one that is repeated, as some FMUs do. */
Status fmi2DoStep(void* c, double time, double length, int never_before) {
  Trouble* it = c;
  if (!never_before && it->now.steps > 0) return Ok;
  const int now = time + length >= it->now.start + it->now.when;
  if (now) misbehave(it);
  if (now && (int)it->now.mode == kDiscard && length > 100) return Discard;
  if (now && (int)it->now.mode == kFail) return fail(it);
  if ((int)it->now.mode == kKeepStop && it->now.stop >= 0 && time + length > it->now.stop) {
    say(it, Error, "the stop time is before");
    return Error;
  }
  it->now.time = time + length;
  it->now.level += length * it->now.gain * it->now.input;
  ++it->now.steps;
  return now && (int)it->now.mode == kEnd ? Discard : Ok;
}
Status fmi2GetRealStatus(void* c, int kind, double* value) {
  *value = ((Trouble*)c)->now.time;
  return kind == 2 ? Ok : Discard;
}
Status fmi2GetBooleanStatus(void* c, int kind, int* value) {
  *value = (int)((Trouble*)c)->now.mode == kEnd;
  return kind == 3 ? Ok : Discard;
}

Status fmi2GetFMUstate(void* c, void** state) {
  if (*state == NULL) *state = calloc(1, sizeof(Values));
  *(Values*)*state = ((Trouble*)c)->now;
  return Ok;
}
Status fmi2SetFMUstate(void* c, void* state) {
  ((Trouble*)c)->now = *(Values*)state;
  return Ok;
}
Status fmi2FreeFMUstate(void* c, void** state) {
  (void)c;
  free(*state);
  *state = NULL;
  return Ok;
}
Status fmi2SerializedFMUstateSize(void* c, void* state, size_t* size) {
  (void)c, (void)state;
  *size = sizeof(Values);
  return Ok;
}
Status fmi2SerializeFMUstate(void* c, void* state, char* bytes, size_t size) {
  (void)c;
  memcpy(bytes, state, size);
  return Ok;
}
Status fmi2DeSerializeFMUstate(void* c, const char* bytes, size_t size, void** state) {
  (void)c;
  *state = calloc(1, sizeof(Values));
  memcpy(*state, bytes, size);
  return Ok;
}
