// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/http_server.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/framework/base/error.hpp"

#ifdef HEARTH_WITH_SERVICE
#include <httplib.h>
#undef _res  // a macro of <resolv.h>, which headers of Eigen do not bear
#endif

namespace hearth::apps {
namespace {

constexpr const char* kLoopbackNames[] = {"localhost", "127.0.0.1", "[::1]", "::1"};

#ifdef HEARTH_WITH_SERVICE

constexpr int kKeepAliveSeconds = 5;
constexpr int kReadSeconds = 10;
constexpr std::size_t kCompressedFrom =
    65536;                               // bytes; below, compressing costs more than it saves
constexpr std::size_t kBusyThreads = 4;  // that tell the connections beyond the limit

/// Whether the thread answers connections beyond the limit.
thread_local bool overloaded = false;

/// Gives each connection a thread, up to a number; connections beyond it go to a few others.
class ConnectionQueue final : public httplib::TaskQueue {
 public:
  explicit ConnectionQueue(std::size_t most) : most_(most) {
    for (std::size_t i = 0; i < kBusyThreads; ++i) start(true);
  }

  void enqueue(std::function<void()> serve) override {
    const std::lock_guard lock(mutex_);
    const bool taken = idle_ == 0 && workers_ == most_;
    (taken ? refused_ : accepted_).push_back(std::move(serve));
    if (taken) {
      refused_wait_.notify_one();
      return;
    }
    if (idle_ == 0) {
      ++workers_;
      start(false);
    } else {
      --idle_;  // the one that is woken
      ++woken_;
      accepted_wait_.notify_one();
    }
  }

  void shutdown() override {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    accepted_wait_.notify_all();
    refused_wait_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  void start(bool busy) {
    threads_.emplace_back([this, busy] { busy ? refuse() : accept(); });
  }

  void accept() {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (!accepted_.empty()) {
        const std::function<void()> serve = std::move(accepted_.front());
        accepted_.pop_front();
        lock.unlock();
        serve();
        lock.lock();
        continue;
      }
      if (ended_) return;
      ++idle_;
      accepted_wait_.wait(lock, [this] { return woken_ > 0 || ended_; });
      if (woken_ > 0) {
        --woken_;
      } else {
        --idle_;
      }
    }
  }

  void refuse() {
    overloaded = true;
    std::unique_lock lock(mutex_);
    for (;;) {
      refused_wait_.wait(lock, [this] { return !refused_.empty() || ended_; });
      if (refused_.empty()) return;
      const std::function<void()> serve = std::move(refused_.front());
      refused_.pop_front();
      lock.unlock();
      serve();
      lock.lock();
    }
  }

  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable accepted_wait_, refused_wait_;
  std::deque<std::function<void()>> accepted_, refused_;
  std::vector<std::thread> threads_;
  std::size_t workers_ = 0;  // threads for connections
  std::size_t idle_ = 0;     // of them, that wait and were not woken
  std::size_t woken_ = 0;
  bool ended_ = false;
};

/// Compares in a time that does not depend on where texts differ.
bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0U : 1U;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const char other = b.empty() ? '\0' : b[i % b.size()];
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(other);
  }
  return difference == 0;
}

std::string without_port(const std::string& host) {
  const std::size_t colon = host.rfind(':');
  const bool bracket = host.ends_with(']');
  return colon == std::string::npos || bracket ? host : host.substr(0, colon);
}

void send(Reply reply, httplib::Response& response) {
  response.status = reply.status;
  if (reply.body.size() >= kCompressedFrom) {
    response.set_content(std::move(reply.body), reply.type.c_str());
    return;
  }
  // What a provider gives is not compressed.
  const std::size_t size = reply.body.size();
  response.set_content_provider(
      size, reply.type.c_str(),
      [body = std::move(reply.body)](std::size_t offset, std::size_t length,
                                     httplib::DataSink& sink) {
        return sink.write(body.data() + offset, length);
      });
}

#endif

}  // namespace

bool is_loopback(const std::string& host) {
  for (const char* name : kLoopbackNames) {
    if (host == name) return true;
  }
  return false;
}

#ifdef HEARTH_WITH_SERVICE

bool has_http_server() { return true; }

struct HttpServer::Impl {
  Impl(Service& service_, ServerOptions options_)
      : service(service_), options(std::move(options_)) {
    server.new_task_queue = [this] { return new ConnectionQueue(options.connections); };
    server.set_tcp_nodelay(true);
    server.set_keep_alive_max_count(std::numeric_limits<std::size_t>::max());
    server.set_keep_alive_timeout(kKeepAliveSeconds);
    server.set_read_timeout(kReadSeconds);
    server.set_payload_max_length(options.body_bytes);
    // httplib would let several servers share a port.
    server.set_socket_options([](socket_t socket) {
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server.set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          const std::optional<Reply> refusal = refuse(request);
          if (!refusal) return httplib::Server::HandlerResponse::Unhandled;
          send(*refusal, response);
          return httplib::Server::HandlerResponse::Handled;
        });
    const auto handle = [this](const httplib::Request& request, httplib::Response& response) {
      send(service.handle({request.method, request.path, request.get_header_value("Content-Type"),
                           request.body}),
           response);
    };
    server.Get(".*", handle);
    server.Put(".*", handle);
    server.Post(".*", handle);
    server.Patch(".*", handle);
    server.Delete(".*", handle);
    server.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (!response.body.empty() || response.content_length_ > 0) return;
      const char* what = response.status == 413 ? "The body of the request is too long."
                                                : "The request is malformed.";
      const Reply reply = in_envelope({response.status, what, "null"});
      response.set_content(reply.body, reply.type.c_str());
    });
    bind();
  }

  void bind() {
    if (options.port == 0) {
      port = server.bind_to_any_port(options.host);
    } else if (server.bind_to_port(options.host, options.port)) {
      port = options.port;
    }
    if (port > 0) return;
    throw InputError("serve.port", {.pointer = "--port"},
                     fmt::format("port {} of '{}' cannot be used, perhaps because another program "
                                 "listens there; choose another one",
                                 options.port, options.host));
  }

  /// Returns why a request is not looked at.
  std::optional<Reply> refuse(const httplib::Request& request) const {
    if (overloaded) {
      return in_envelope({503, "There are too many connections; come back later.", "null"});
    }
    if (!options.token.empty()) {
      if (!same_secret(request.get_header_value("Authorization"), "Bearer " + options.token)) {
        return in_envelope(
            {401, "The header 'Authorization: Bearer TOKEN' is missing or wrong.", "null"});
      }
    } else if (!is_loopback(without_port(request.get_header_value("Host")))) {
      return in_envelope({403, "This service answers on the loopback only.", "null"});
    }
    if (request.has_header("Origin") && options.token.empty()) {
      const std::string origin = request.get_header_value("Origin");
      if (origin != "http://" + request.get_header_value("Host")) {
        return in_envelope({403, "Pages of other origins are not answered.", "null"});
      }
    }
    if (request.has_header("Content-Encoding")) {
      return in_envelope({415, "The body of the request must not be compressed.", "null"});
    }
    return std::nullopt;
  }

  void run() {
    started = true;
    if (!stopping) server.listen_after_bind();
    ended = true;
  }

  /// httplib ignores this before it listens.
  void stop() {
    stopping = true;
    while (started && !ended && !server.is_running()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    server.stop();
  }

  Service& service;
  ServerOptions options;
  httplib::Server server;
  int port = -1;
  std::atomic<bool> started = false, stopping = false, ended = false;
};

HttpServer::HttpServer(Service& service, ServerOptions options)
    : impl_(std::make_unique<Impl>(service, std::move(options))) {}
HttpServer::~HttpServer() = default;

int HttpServer::port() const { return impl_->port; }
void HttpServer::run() { impl_->run(); }
void HttpServer::stop() { impl_->stop(); }

#else

bool has_http_server() { return false; }

struct HttpServer::Impl {};

HttpServer::HttpServer(Service&, ServerOptions) {
  throw InputError("serve.not_built", {},
                   "this Hearth was built without a server; install libcpp-httplib-dev and build "
                   "it anew");
}
HttpServer::~HttpServer() = default;

int HttpServer::port() const { return -1; }
void HttpServer::run() {}
void HttpServer::stop() {}

#endif

}  // namespace hearth::apps
