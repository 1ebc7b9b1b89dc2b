// SPDX-License-Identifier: MIT
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/serve/running_service.hpp"

// Requests as bytes on a socket, which client libraries would not send.
namespace raw_requests_test {

using namespace hearth::test;
using namespace std::chrono_literals;
using hearth::apps::ServerOptions;
using Json = nlohmann::json;

namespace {

const std::string kSelect = "POST /testcases/office/select HTTP/1.1\r\nHost: localhost\r\n\r\n";
const std::string kVersion = "GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n";

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

std::string request(const std::string& line, const std::string& headers, const std::string& body) {
  return line + " HTTP/1.1\r\nHost: localhost\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Sends bytes over a new connection and returns all answers; the service must close it.
std::string answers_to(const Running& running, const std::vector<std::string>& packets) {
  RawClient client(running.server.port());
  for (const std::string& packet : packets) {
    client.send(packet);
    std::this_thread::sleep_for(50ms);  // so that each packet arrives separately
  }
  std::string answers = client.receive_all();
  CHECK(client.closed());
  return answers;
}

std::string answer_to(const Running& running, const std::string& bytes) {
  RawClient client(running.server.port());
  client.send(bytes);
  return client.receive_answer();
}

std::string testid_of(const Running& running) {
  return Json::parse(body_of(answer_to(running, kSelect)))["testid"];
}

TEST_CASE("a line that ends with LF alone is refused at once") {
  Running running;
  for (const std::vector<std::string>& packets :
       {std::vector<std::string>{"GET /version HTTP/1.1\nHost: localhost\n\n"},
        {"GET /version HTTP/1.1\r\nHost: localhost\r\n\n"},
        {"\nGET /version HTTP/1.1\r\nHost: localhost\r\n\r\n"},
        {"GET /version HTTP/1.1\r\nHost: local", "host\n\r\n"}}) {
    const auto begun = std::chrono::steady_clock::now();
    const std::string answer = answers_to(running, packets);
    CHECK(status_of(answer) == 400);
    CHECK(count_of(answer, "HTTP/1.1 ") == 1);
    // Less than the deadline of a request, plus a second in which what follows is dropped.
    CHECK(std::chrono::steady_clock::now() - begun < 5s);
  }
  // CR and LF in different packets form one end of a line.
  RawClient client(running.server.port());
  for (const char* packet : {"GET /version HTTP/1.1\r", "\nHost: localhost\r\n\r", "\n"}) {
    client.send(packet);
    std::this_thread::sleep_for(50ms);
  }
  CHECK(status_of(client.receive_answer()) == 200);
}

TEST_CASE("a requested range is ignored, and no memory after the answer is sent") {
  ServerOptions options;
  options.token = "correct-horse-battery";
  Running running(options);
  for (const char* range : {"0-100000", "100000000-160000000", "0-3,5-6,0-", "5-2", "-1"}) {
    const std::string header = "Range: bytes=" + std::string(range) + "\r\n";
    RawClient client(running.server.port());
    client.send("GET /xxx HTTP/1.1\r\nHost: a\r\n" + header + "\r\n");
    const std::string refused = client.receive_all();
    CHECK(status_of(refused) == 401);
    CHECK(Json::parse(body_of(refused))["status"] == 401);
    CHECK(refused.size() < 1000);
    const std::string whole =
        answer_to(running, "GET /version HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " +
                               options.token + "\r\n" + header + "\r\n");
    CHECK(status_of(whole) == 200);
    CHECK(Json::parse(body_of(whole))["payload"].contains("version"));
  }
}

TEST_CASE("a head that does not end is refused after 64 kB") {
  Running running;
  const std::string first = GENERATE(as<std::string>(), "GET /version HTTP/1.1\r\nX-A: ", "GET /",
                                     "GET /version HTTP/1.1\r\n", "");
  const std::string unit = GENERATE(as<std::string>(), "a", "X:\r\n", "\r\n");
  std::string packet;
  while (packet.size() < 1'000'000) packet += unit;
  RawClient client(running.server.port());
  client.send(first);
  // Bytes that are sent but not read are in buffers of the system, which take a few MB.
  std::size_t megabytes = 0;
  while (megabytes < 64 && client.send(packet)) ++megabytes;
  CHECK(megabytes < 64);
  // Lines of `unit` may have ended the head, so that the request is malformed for another reason.
  const int status = status_of(client.receive_all());
  CHECK((status == 431 || status == 400 || status == 0));
  CHECK(status_of(answer_to(running, kVersion)) == 200);
}

TEST_CASE("a head that is too long is answered with the reason") {
  Running running;
  const std::string header = "X-A: " + std::string(1000, 'b') + "\r\n";
  std::string head = "GET /version HTTP/1.1\r\nHost: localhost\r\n";
  for (int i = 0; i < 60; ++i) head += header;
  CHECK(status_of(answer_to(running, head + "\r\n")) == 200);
  for (int i = 0; i < 10; ++i) head += header;
  CHECK(status_of(answers_to(running, {head + "\r\n"})) == 431);
}

TEST_CASE("the body of a refused request is not read as another request") {
  Running running;
  const std::string origin = "Origin: http://evil.example\r\nContent-Type: text/plain\r\n";
  const std::string whole = request("POST /x", origin, kSelect);
  const std::string head = whole.substr(0, whole.size() - kSelect.size());

  const std::string in_two = answers_to(running, {head, kSelect});
  CHECK(status_of(in_two) == 403);
  CHECK(count_of(in_two, "HTTP/1.1 ") == 1);

  // The inner request begins at the end of a block of 4096 bytes, which a reader may use.
  std::string padding(3900, 'a');
  padding.resize(padding.size() + 4096 + kSelect.size() -
                 request("POST /x", origin, padding + kSelect).size());
  const std::string at_once = answers_to(running, {request("POST /x", origin, padding + kSelect)});
  CHECK(status_of(at_once) == 403);
  CHECK(count_of(at_once, "HTTP/1.1 ") == 1);

  for (const char* method : {"GET", "HEAD", "OPTIONS", "DELETE", "TRACE"}) {
    const std::string outer = request(std::string(method) + " /version", "", kSelect);
    const std::string answers =
        answers_to(running, {outer.substr(0, outer.size() - kSelect.size()), kSelect});
    CHECK(status_of(answers) == 400);
    CHECK(count_of(answers, "HTTP/1.1 ") == 1);
  }
  CHECK(running.service.test_count() == 0);
}

TEST_CASE("requests without a definite end are refused, and end the connection") {
  Running running;
  const auto status = [&](const std::string& headers) {
    const std::string answers =
        answers_to(running, {"POST /testcases/office/select HTTP/1.1\r\nHost: localhost\r\n" +
                             headers + "\r\n0\r\n\r\n" + kSelect});
    CHECK(count_of(answers, "HTTP/1.1 ") == 1);
    return status_of(answers);
  };
  CHECK(status("Transfer-Encoding: chunked\r\n") == 411);
  CHECK(status("Transfer-Encoding: identity\r\n") == 411);
  CHECK(status("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n") == 400);
  CHECK(status("Content-Length: 5\r\nContent-Length: 6\r\n") == 400);
  CHECK(status("Content-Length: 5, 5\r\n") == 400);
  CHECK(status("Content-Length: -1\r\n") == 400);
  CHECK(status("Content-Length: +5\r\n") == 400);
  CHECK(status("Content-Length: 0x5\r\n") == 400);
  CHECK(status("Content-Length:\r\n") == 400);
  CHECK(status("Content-Length : 5\r\n") == 400);
  CHECK(status("X-A: b\r\n Content-Length: 5\r\n") == 400);
  CHECK(status("X-A: b\nContent-Length: 5\r\n") == 400);
  CHECK(status("X-A: b\rContent-Length: 5\r\n") == 400);
  CHECK(status("Host: localhost\r\n") == 400);
  CHECK(status("Expect: something\r\n") == 417);
  CHECK(status("Content-Length: 99999999999999999999999\r\n") == 400);
  CHECK(status("Content-Length: 18446744073709551615\r\n") == 413);
  CHECK(status("Content-Length: 5\r\nContent-Length: 5\r\n") == 400);
  CHECK(status("X-A: b\r\n\tContent-Length: 5\r\n") == 400);
  CHECK(running.service.test_count() == 0);
}

TEST_CASE("a body in chunks is not read, however long it is") {
  Running running;
  RawClient client(running.server.port());
  client.send(
      "POST /testcases/office/select HTTP/1.1\r\nHost: localhost\r\n"
      "Transfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "100000\r\n" + std::string(0x100000, 'a') + "\r\n";
  int chunks = 0;
  while (chunks < 64 && client.send(chunk)) ++chunks;
  CHECK(chunks < 64);
  CHECK(status_of(client.receive_all()) == 411);
}

TEST_CASE("a request without a length has no body") {
  Running running;
  const auto begun = std::chrono::steady_clock::now();
  CHECK(status_of(answer_to(running, kSelect)) == 200);
  CHECK(status_of(answer_to(running, "PUT /stop/abc HTTP/1.1\r\nHost: localhost\r\n\r\n")) == 400);
  CHECK(std::chrono::steady_clock::now() - begun < 5s);  // much less than the time for a request
}

TEST_CASE("a length of 1 MB is allowed, also of forms") {
  Running running;
  const std::string path = "PUT /step/" + testid_of(running);
  const std::string form = "Content-Type: application/x-www-form-urlencoded\r\n";
  for (const std::size_t size : {8192U, 9000U, 999'999U, 1'000'000U}) {
    std::string body = "step=600&x=";
    body.append(size - body.size(), 'a');
    CHECK(status_of(answer_to(running, request(path, form, body))) == 200);
  }
  CHECK(status_of(answers_to(running, {request(path, form, std::string(1'000'001, 'a'))})) == 413);
}

TEST_CASE("requests that arrive together are answered in order") {
  Running running;
  const std::string testid = testid_of(running);
  const std::string step = request("PUT /step/" + testid, "", R"({"step": 600})");
  const std::string get = "GET /step/" + testid + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  RawClient client(running.server.port());
  // An empty line before a request is skipped (RFC 9112, 2.2).
  client.send(kVersion + get + step + "\r\n" + get + kVersion);
  CHECK(Json::parse(body_of(client.receive_answer()))["payload"].contains("version"));
  CHECK(Json::parse(body_of(client.receive_answer()))["payload"] == 300.0);
  CHECK(Json::parse(body_of(client.receive_answer()))["payload"]["step"] == 600.0);
  CHECK(Json::parse(body_of(client.receive_answer()))["payload"] == 600.0);
  CHECK(Json::parse(body_of(client.receive_answer()))["payload"].contains("version"));
}

TEST_CASE("a body that arrives byte by byte is read, after 100 Continue if the client waits") {
  Running running;
  const std::string body = R"({"step": 600})";
  const std::string whole =
      request("PUT /step/" + testid_of(running), "Expect: 100-continue\r\n", body);
  RawClient client(running.server.port());
  client.send(whole.substr(0, whole.size() - body.size()));
  std::this_thread::sleep_for(50ms);
  for (const char byte : body) client.send(std::string(1, byte));
  client.end_sending();
  const std::string answer = client.receive_all();
  CHECK(answer.starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"));
}

TEST_CASE("the connection closes if the client asks for it or uses HTTP/1.0") {
  Running running;
  CHECK(status_of(answers_to(running, {"GET /version HTTP/1.1\r\nHost: localhost\r\n"
                                       "Connection: x, Close\r\n\r\n"})) == 200);
  CHECK(status_of(answers_to(running, {"GET /version HTTP/1.0\r\nHost: localhost\r\n\r\n"})) ==
        200);
  CHECK(status_of(answers_to(running, {"GET /version HTTP/2.0\r\n\r\n"})) == 505);
  CHECK(status_of(answers_to(running, {"GET /version HTTP/1.1\r\n\r\n"})) == 400);
}

TEST_CASE("other methods are answered with 405, and HEAD without a body") {
  Running running;
  const std::string testid = testid_of(running);
  for (const char* method : {"OPTIONS", "TRACE", "PATCH", "DELETE", "POST", "BREW"}) {
    for (const std::string& path : {std::string("/version"), "/kpi/" + testid}) {
      const std::string line = method + (" " + path);
      CHECK(status_of(answer_to(running, line + " HTTP/1.1\r\nHost: localhost\r\n\r\n")) == 405);
    }
  }
  RawClient client(running.server.port());
  client.send("HEAD /version HTTP/1.1\r\nHost: localhost\r\n\r\n");
  client.end_sending();
  const std::string answer = client.receive_all();
  CHECK(status_of(answer) == 405);
  CHECK(body_of(answer).empty());
}

TEST_CASE("a body in parts is answered with 415 and does not change the test") {
  Running running;
  const std::string testid = testid_of(running);
  const std::string parts = "Content-Type: multipart/form-data; boundary=b\r\n";
  for (const char* body :
       {"", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--"}) {
    CHECK(status_of(answer_to(running, request("POST /advance/" + testid, parts, body))) == 415);
  }
  const std::string advance = request("POST /advance/" + testid, "", "{}");
  const double start =
      300.0 *
      std::round(
          Json::parse(body_of(answer_to(running, advance)))["payload"]["time"].get<double>() /
          300.0);
  CHECK(Json::parse(body_of(answer_to(running, advance)))["payload"]["time"] == start + 300.0);
}

TEST_CASE("a slow request ends at its deadline, however short the pauses between its bytes") {
  ServerOptions options;
  options.connection.request = 300ms;
  Running running(options);
  const std::string whole = request("PUT /step/x", "", std::string(1000, ' '));
  for (const std::size_t from : {std::size_t{0}, whole.size() - 1000}) {
    RawClient client(running.server.port());
    client.send(whole.substr(0, from));
    const auto begun = std::chrono::steady_clock::now();
    for (std::size_t i = from; i < whole.size() && client.send(whole.substr(i, 1)); ++i) {
      std::this_thread::sleep_for(20ms);
    }
    // The client has a second to read its answer.
    CHECK(std::chrono::steady_clock::now() - begun < 5s);
    CHECK(status_of(client.receive_all()) == 408);
  }
}

TEST_CASE("a refused connection is closed, and slow connections do not block others") {
  ServerOptions options;
  options.connections = 2;
  Running running(options);
  {
    std::vector<std::unique_ptr<RawClient>> holders;
    for (int i = 0; i < 2; ++i) {
      holders.push_back(std::make_unique<RawClient>(running.server.port()));
      holders.back()->send(kVersion);
      CHECK(status_of(holders.back()->receive_answer()) == 200);
    }
    std::vector<std::unique_ptr<RawClient>> slow;
    for (int i = 0; i < 10; ++i) {
      slow.push_back(std::make_unique<RawClient>(running.server.port()));
      slow.back()->send("G");
    }
    const auto begun = std::chrono::steady_clock::now();
    RawClient refused(running.server.port());
    refused.send(kVersion);
    const std::string answer = refused.receive_all();
    CHECK(status_of(answer) == 503);
    CHECK(answer.find("Connection: close") != std::string::npos);
    CHECK(Json::parse(body_of(answer))["status"] == 503);
    // The service does not wait for any of `slow`, each of which may stay for a second.
    CHECK(std::chrono::steady_clock::now() - begun < 5s);
    CHECK(refused.closed());
  }
  // Within milliseconds, the threads notice that their clients closed.
  const auto end = std::chrono::steady_clock::now() + 10s;
  int status = 0;
  while (status != 200 && std::chrono::steady_clock::now() < end) {
    status = status_of(answer_to(running, kVersion));
  }
  CHECK(status == 200);
}

TEST_CASE("a service that stops answers running requests and does not wait for clients") {
  ServerOptions options;
  options.connection.between = 120s;
  options.connection.request = 120s;
  auto running = std::make_unique<Running>(options);
  const std::string testid = testid_of(*running);
  RawClient idle(running->server.port());
  idle.send(kVersion);
  CHECK(status_of(idle.receive_answer()) == 200);
  RawClient half(running->server.port());
  half.send("GET /version HT");
  // Most of a year in steps of 5 minutes: longer than 50 ms on fast computers too.
  RawClient busy(running->server.port());
  busy.send(kVersion);
  CHECK(status_of(busy.receive_answer()) == 200);
  busy.send(request("PUT /initialize/" + testid, "",
                    R"({"start_time": 30240000, "warmup_period": 30240000})"));
  std::this_thread::sleep_for(50ms);
  const auto begun = std::chrono::steady_clock::now();
  running->server.stop();
  const std::string answer = busy.receive_all();
  CHECK(status_of(answer) == 200);
  CHECK(Json::parse(body_of(answer))["payload"]["time"] == 30240000.0);
  CHECK(answer.find("Connection: close") != std::string::npos);
  running.reset();
  // The run, plus less than a second; the other two clients might stay for two minutes.
  CHECK(std::chrono::steady_clock::now() - begun < 20s);
  CHECK(idle.receive_all().empty());
  CHECK(idle.closed());
}

}  // namespace
}  // namespace raw_requests_test
