// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace hearth::apps {

using SocketClock = std::chrono::steady_clock;

/// Tells all threads that wait for sockets that the service ends.
class StopSignal {
 public:
  /// Throws std::system_error if the process has too many open files.
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// From any thread.
  void raise();
  bool raised() const { return raised_; }
  /// When it was raised.
  SocketClock::time_point time() const;
  /// A descriptor that can be read from once the signal is raised.
  int descriptor() const { return event_; }

 private:
  int event_;
  std::atomic<SocketClock::rep> time_{0};
  std::atomic<bool> raised_ = false;
};

/// How long an operation on a socket may take.
struct Patience {
  SocketClock::time_point begun;    ///< the operation
  SocketClock::time_point end;      ///< it is given up
  std::chrono::milliseconds grace;  ///< that is left to it when the service ends
};

/// Returns the patience of an operation that begins now.
Patience patience(std::chrono::milliseconds most, std::chrono::milliseconds grace);

/// A connected socket, which it closes. No operation waits longer than its patience, however few
/// bytes the other side sends or takes at once. Throws nothing.
class TimedSocket {
 public:
  enum class Received { Data, Closed, Late };

  TimedSocket(int socket, const StopSignal& stop) : socket_(socket), stop_(stop) {}
  ~TimedSocket();
  TimedSocket(const TimedSocket&) = delete;
  TimedSocket& operator=(const TimedSocket&) = delete;

  /// Waits for bytes and reads up to `size` of them; `count` is how many came.
  Received receive(char* data, std::size_t size, std::size_t& count, const Patience& patience);
  /// Sends two texts one after the other; false if the other side went away, or took nothing for
  /// ten seconds.
  bool send(std::string_view first, std::string_view second);
  /// Ends the connection so that the last answer arrives even if the client goes on sending: its
  /// bytes are dropped until it closes, at most for a second, and at most four million.
  void finish();
  bool stopping() const { return stop_.raised(); }

 private:
  bool wait(short events, const Patience& patience);

  int socket_;
  const StopSignal& stop_;
};

/// Opens a socket that listens at a host (a name or an address) and port (0: any that is free,
/// which it is set to). Returns -1 if none can be had.
int listen_at(const std::string& host, int& port);

}  // namespace hearth::apps
