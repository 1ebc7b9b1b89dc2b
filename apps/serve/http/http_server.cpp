// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/http/http_server.hpp"

#include <algorithm>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/serve/http/http_connection.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Acceptor = asio::basic_socket_acceptor<tcp, HttpExecutor>;

constexpr const char* kLoopbackNames[] = {"localhost", "127.0.0.1", "[::1]", "::1"};
constexpr std::size_t kMostRefused = 64;  // connections
constexpr std::chrono::milliseconds kAfterFailedAccept{50};

/// Compares texts in a time that does not depend on the position of a difference.
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

/// Runs all operations. An exception, such as one from a lack of memory, ends its connection only.
void run_all(asio::io_context& io) {
  for (;;) {
    try {
      io.run();
      return;
    } catch (const std::exception&) {
      // The connection closes.
    }
  }
}

/// Opens a socket that listens at a host (name or address) and port. Returns false if that fails.
bool listen(Acceptor& acceptor, asio::io_context& io, const std::string& host, int port) {
  error_code error;
  const auto found =
      tcp::resolver(io).resolve(host, std::to_string(port), tcp::resolver::passive, error);
  if (error) return false;
  for (const auto& address : found) {
    acceptor.close(error);
    if (acceptor.open(address.endpoint().protocol(), error)) continue;
    acceptor.set_option(Acceptor::reuse_address(true), error);
    acceptor.non_blocking(true, error);
    if (acceptor.bind(address.endpoint(), error)) continue;
    if (!acceptor.listen(Acceptor::max_listen_connections, error)) return true;
  }
  return false;
}

}  // namespace

/// A thread that serves one connection at a time in a separate context. Requests may take long,
/// and a context that several threads run would wake another thread for each request.
class HttpWorker {
 public:
  HttpWorker() : busy_(io_.get_executor()), thread_([this] { run_all(io_); }) {}
  ~HttpWorker() {
    busy_.reset();
    thread_.join();
  }
  HttpWorker(const HttpWorker&) = delete;
  HttpWorker& operator=(const HttpWorker&) = delete;

  HttpExecutor executor() { return io_.get_executor(); }
  std::weak_ptr<HttpConnection> connection{};  ///< the one served; expired: the worker is free

 private:
  asio::io_context io_{1};
  asio::executor_work_guard<HttpExecutor> busy_;
  std::thread thread_;
};

bool is_loopback(const std::string& host) {
  for (const char* name : kLoopbackNames) {
    if (host == name) return true;
  }
  return false;
}

struct HttpServer::Impl {
  Impl(Site& site_, ServerOptions options_)
      : site(site_), options(std::move(options_)), acceptor(io) {
    context.limits = options.connection;
    context.refuse = [this](const HttpHead& head) { return refuse(head); };
    context.answer = [this](const Call& call) { return site.handle(call); };
    context.refusal = [this](const HttpHead& head, const Answer& answer) {
      return site.refusal(head.path, answer);
    };
    if (listen(acceptor, io, options.host, options.port)) return;
    throw InputError("serve.port", {.pointer = "--port"},
                     fmt::format("port {} of '{}' cannot be used, perhaps because another program "
                                 "uses it; choose another port",
                                 options.port, options.host));
  }

  /// Returns the refusal of a request; nothing if it is accepted.
  std::optional<Answer> refuse(const HttpHead& head) const {
    const std::string host = head.host.value_or("");
    if (!options.token.empty()) {
      if (!site.is_public(head.method, head.path) &&
          !same_secret(head.authorization.value_or(""), "Bearer " + options.token)) {
        return Answer{401, "The header 'Authorization: Bearer TOKEN' is missing or wrong."};
      }
    } else if (!is_loopback(without_port(host))) {
      return Answer{403, "This service answers requests to the loopback address only."};
    }
    if (options.token.empty() && head.origin && *head.origin != "http://" + host) {
      return Answer{403, "Requests from pages of other origins are refused."};
    }
    if (head.content_encoding) {
      return Answer{415, "The body of the request must not be compressed."};
    }
    return std::nullopt;
  }

  /// Waits for connections.
  void accept() {
    while (!context.stopped.is_set()) {
      try {
        acceptor.async_wait(Acceptor::wait_read, [this](const error_code&) {
          if (context.stopped.is_set()) return;
          take();
          accept();
        });
        return;
      } catch (const std::exception&) {
        std::this_thread::sleep_for(kAfterFailedAccept);
      }
    }
  }

  /// Accepts a connection and serves or refuses it.
  void take() try {
    HttpWorker* worker = free_worker();
    error_code error;
    HttpSocket socket = acceptor.accept(worker ? worker->executor() : io.get_executor(), error);
    if (error) {
      // There are too many open files, or there is too little memory.
      if (error != asio::error::would_block && error != asio::error::connection_aborted) {
        std::this_thread::sleep_for(kAfterFailedAccept);
      }
      return;
    }
    socket.set_option(tcp::no_delay(true), error);
    std::erase_if(refused, [](const auto& connection) { return connection.expired(); });
    if (!worker && refused.size() == kMostRefused) return;
    const auto connection = std::make_shared<HttpConnection>(std::move(socket), context);
    if (worker) {
      worker->connection = connection;
      connection->serve();
    } else {
      refused.push_back(connection);
      connection->refuse({503, "There are too many connections; try again later."});
    }
  } catch (const std::exception&) {
    // The socket closes.
  }

  /// Returns a worker without a connection; null if all are busy and there may not be more.
  HttpWorker* free_worker() try {
    for (const auto& worker : workers) {
      if (worker->connection.expired()) return worker.get();
    }
    if (workers.size() == options.connections) return nullptr;
    workers.push_back(std::make_unique<HttpWorker>());
    return workers.back().get();
  } catch (const std::exception&) {
    return nullptr;  // the system has no further threads, files or memory
  }

  void run() {
    accept();
    run_all(io);
    workers.clear();
  }

  void stop() {
    if (!context.stopped.set()) return;
    asio::post(io, [this] {
      error_code ignored;
      acceptor.close(ignored);
      for (const auto& worker : workers) stop(worker->connection);
      for (const auto& connection : refused) stop(connection);
    });
  }
  static void stop(const std::weak_ptr<HttpConnection>& connection) {
    if (const auto open = connection.lock()) open->stop();
  }

  Site& site;
  ServerOptions options;
  HttpContext context;
  asio::io_context io{1};  // context of the acceptor and of refused connections
  Acceptor acceptor;
  std::vector<std::unique_ptr<HttpWorker>> workers;
  std::vector<std::weak_ptr<HttpConnection>> refused;
};

HttpServer::HttpServer(Site& site, ServerOptions options)
    : impl_(std::make_unique<Impl>(site, std::move(options))) {}
HttpServer::~HttpServer() = default;

int HttpServer::port() const { return impl_->acceptor.local_endpoint().port(); }
void HttpServer::run() { impl_->run(); }
void HttpServer::stop() { impl_->stop(); }

}  // namespace hearth::apps
