# frozen_string_literal: true

# Runs against a real gateway and worker: DRAPE_URL and DRAPE_KEY (a test key) name them, DRAPE_PHOTO is a photo.
# `ruby -Ilib test/client_test.rb`; exits with 1 where a test fails.

require "drape"
require "stringio"

URL = ENV.fetch("DRAPE_URL")
KEY = ENV.fetch("DRAPE_KEY")
PHOTO = Pathname(ENV.fetch("DRAPE_PHOTO"))
HOST = "https://test.drape.invalid"

# A few lines in place of a test framework, which not every Ruby comes with.
class Suite
  class Failed < StandardError; end

  def self.test(name, &body)
    tests << [name, body]
  end

  def self.tests
    @tests ||= []
  end

  # @return [Integer] how many tests failed
  def self.run
    failed = tests.count do |name, body|
      new.instance_eval(&body)
      puts "ok: #{self.name} #{name}"
      false
    rescue StandardError => error
      puts "FAILED: #{self.name} #{name}", error.full_message(highlight: false)
      true
    end
    puts "#{self.name}: #{tests.length - failed} of #{tests.length}"
    failed
  end

  def client(**options)
    Drape::Client.new(KEY, URL, **options)
  end

  def assert(value, what = value)
    raise Failed, "not true: #{what.inspect}" unless value
  end

  def assert_equal(wanted, found)
    raise Failed, "wanted #{wanted.inspect}, found #{found.inspect}" unless wanted == found
  end

  def assert_includes(list, wanted)
    raise Failed, "#{list.inspect} has no #{wanted.inspect}" unless list.include?(wanted)
  end

  def assert_raises(wanted)
    begin
      yield
    rescue StandardError => error
      raise unless error.is_a?(wanted)

      return error
    end
    raise Failed, "#{wanted} was not raised"
  end
end

class TryOns < Suite
  test "waits for the picture" do
    made = client.try_ons.create_and_wait(
      PHOTO,
      product_image_url: "#{HOST}/slow/500",
      productCategory: "top",
      metadata: { look: "ruby" }
    )
    assert_equal("completed", made[:status])
    assert(made[:resultImageUrl].start_with?("http"))
    assert(client.try_ons.image_url(made[:id]).start_with?("http"))
    found = client.try_ons.list(metadata: { look: "ruby" }, created_gte: Time.now - 3600, created_lt: Time.now + 60)
    assert_equal([made[:id]], found.map { |one| one[:id] })
    assert_equal([], client.try_ons.list(created_gte: Time.now + 60).to_a)
    assert_equal(made[:id], client.try_ons.delete(made[:id])[:id])
    assert_raises(Drape::NotFoundError) { client.try_ons.retrieve(made[:id]) }
  end

  test "follows the events to the end" do
    made = client.try_ons.create(PHOTO, product_image_url: "#{HOST}/slow/800", wait: 0)
    events = client.try_ons.events(made[:id]).to_a
    assert_equal("completed", events.last[:type])
    assert_equal(made[:id], events.last[:data][:id])
  end

  test "gives events as they come, one by one, and what the block raises" do
    made = client.try_ons.create(PHOTO, product_image_url: "#{HOST}/slow/20000", wait: 0)
    assert_equal("progress", client.try_ons.events(made[:id]).next[:type])
    assert_equal("progress", client.try_ons.events(made[:id]).first[:type])
    [EOFError, Drape::ConnectionError].each do |own|
      times = 0
      error = assert_raises(own) do
        client.try_ons.events(made[:id]) do
          times += 1
          raise own, "of the caller"
        end
      end
      assert_equal([1, "of the caller"], [times, error.message])
    end
    client.try_ons.cancel(made[:id])
  end

  test "raises why there is no picture" do
    error = assert_raises(Drape::TryOnFailedError) do
      client.try_ons.create_and_wait(PHOTO, product_image_url: "#{HOST}/fail/person_not_detected")
    end
    assert_equal("person_not_detected", error.code)
    assert_equal("failed", error.try_on[:status])
  end

  test "gives a wait up in time" do
    made = client.try_ons.create(PHOTO, product_image_url: "#{HOST}/slow/20000", wait: 0)
    error = assert_raises(Drape::TimeoutError) { client.try_ons.wait_for(made[:id], timeout: 1) }
    assert(error.retryable?)
    client.try_ons.cancel(made[:id])
  end

  test "makes one try-on for one idempotency key" do
    same = { product_image_url: "#{HOST}/ok", idempotency_key: "ruby-once" }
    ids = Array.new(2) { client.try_ons.create(PHOTO, **same)[:id] }
    assert_equal(1, ids.uniq.length)
  end

  test "cancels and batches" do
    made = client.try_ons.create(PHOTO, product_image_url: "#{HOST}/slow/20000", wait: 0)
    assert_equal("canceled", client.try_ons.cancel(made[:id])[:status])
    products = [{ productImageUrl: "#{HOST}/ok" }, { "productId" => "nothing" }]
    batch = client.try_ons.create_batch(PHOTO, products)
    assert_equal(%w[accepted refused], batch[:items].map { |item| item[:status] })
  end

  test "tries a look on" do
    products = [
      { productImageUrl: "#{HOST}/ok", productCategory: "top" },
      { productImage: PHOTO, productCategory: "skirt" }
    ]
    made = client.try_ons.create_and_wait(PHOTO, products:, tuck: "in")
    assert_equal(%w[top skirt], made[:look][:products].map { |one| one[:productCategory] })
  end

  test "takes an upload in place of the photo" do
    upload = client.uploads.upload(PHOTO)
    made = client.try_ons.create_and_wait(upload[:id], product_image_url: "#{HOST}/ok")
    assert_equal("completed", made[:status])
    assert_equal("checked", client.photos.check(PHOTO, wait: 20)[:status])
  end

  test "takes pictures as programs have them" do
    bytes = PHOTO.binread
    shown = [bytes, File.read(PHOTO), StringIO.new(bytes), File.open(PHOTO)]
    texts = [[bytes].pack("m0"), "data:image/jpeg;base64,#{[bytes].pack('m0')}".b]
    [*shown, *texts].each do |picture|
      made = client.try_ons.create(picture, product_image_url: "#{HOST}/ok")
      assert_equal("completed", made[:status])
    end
    assert(client.uploads.upload(bytes)[:id])
    assert_raises(ArgumentError) { client.uploads.upload("no picture") }
    assert_raises(ArgumentError) { client.try_ons.create(7, product_image_url: "#{HOST}/ok") }
  end
end

class Records < Suite
  test "sessions, measurements and erasure" do
    drape = client
    measured = drape.measurements.create(sessionId: "ruby-visit", height: 178, weight: 76)
    assert_equal("ruby-visit", drape.measurements.retrieve(measured[:id])[:sessionId])
    assert_includes(drape.sessions.list(limit: 1).map { |one| one[:id] }, "ruby-visit")
    assert_equal("ruby-visit", drape.sessions.retrieve("ruby-visit")[:id])
    assert(drape.sessions.delete("ruby-visit").key?(:receipt))
    assert(drape.rate_limit.limit.positive?)
  end

  test "products with charts and imports" do
    drape = client
    made = drape.products.create(image_url: "https://shop.example/rb.jpg", externalId: "RB/1+a", category: "top")
    assert_equal("Ruby tee", drape.products.update("RB/1+a", title: "Ruby tee")[:title])
    assert_equal(nil, drape.products.update("RB/1+a", title: nil)[:title])
    drape.products.update(made[:id], title: "Ruby tee")
    charted = drape.products.set_size_chart("RB/1+a", "size,chest\nS,86-94\n", unit: "cm")
    assert_equal("S", charted[:sizeChart][:rows][0][:size])
    assert_includes(drape.products.list(q: "ruby").map { |one| one[:id] }, made[:id])
    begun = drape.products.imports.create("externalId,imageUrl\nRB-2,https://shop.example/2.jpg\nRB-3,nowhere\n")
    done = drape.products.imports.wait_for(begun[:id], timeout: 60)
    assert_equal(1, done[:counts][:failed])
    assert_equal([3], drape.products.imports.rows(begun[:id], status: "failed").map { |row| row[:row] })
    lines = StringIO.new(%({"externalId":"RB-4","imageUrl":"https://shop.example/4.jpg"}\n))
    assert_equal("ndjson", drape.products.imports.create(lines)[:format])
    assert_equal(made[:id], drape.products.delete("RB/1+a")[:id])
  end

  test "keys, tokens, webhooks, usage and requests" do
    drape = client
    key = drape.keys.create(kind: "rk", name: "ruby", scopes: ["tryon:read"])
    assert(key[:key].start_with?("drp_rk_test_"))
    assert_equal("gem", drape.keys.update(key[:id], name: "gem")[:name])
    assert_equal("revoked", drape.keys.revoke(key[:id])[:status])
    token = drape.client_tokens.create(ttlSeconds: 600)
    shopper = Drape::Client.new(token[:token], URL)
    assert_equal("completed", shopper.try_ons.create_and_wait(PHOTO, product_image_url: "#{HOST}/ok")[:status])
    hook = drape.webhooks.create(url: "https://shop.example/hooks", events: ["*"])
    assert(drape.webhooks.rotate_secret(hook[:id])[:secret].start_with?("whsec_"))
    assert_equal("ping", drape.webhooks.ping(hook[:id])[:event])
    assert_equal("ping", drape.webhooks.deliveries(hook[:id]).to_a.last[:event])
    drape.webhooks.delete(hook[:id])
    assert_equal("outcome", drape.usage.retrieve(group_by: "outcome")[:groupBy])
    error = assert_raises(Drape::NotFoundError) { drape.try_ons.retrieve("try_00000000000000000000000000") }
    assert(error.request_id.start_with?("req_"))
  end

  test "lists fetch a page when it is needed" do
    3.times { |i| client.measurements.create(sessionId: "ruby-page-#{i}", height: 178) }
    asked = 0
    pages = client.sessions.list(limit: 1).pages.lazy.map { |page| (asked += 1) && page }
    assert_equal(2, pages.first(2).length)
    assert_equal(2, asked)
    walked = client.sessions.list(limit: 1).map { |one| one[:id] }
    assert_equal(walked.uniq, walked)
    assert(walked.length >= 3)
    page = client.sessions.list(limit: 2).page
    assert_equal([2, 2], [page.data.length, page.pagination[:limit]])
    ids = Array.new(3) { client.try_ons.create(PHOTO, product_image_url: "#{HOST}/ok", sessionId: "ruby-page-0")[:id] }
    assert_equal(ids.reverse, client.try_ons.list(session_id: "ruby-page-0", limit: 1).map { |one| one[:id] })
  end
end

class Errors < Suite
  test "name every parameter at fault" do
    error = assert_raises(Drape::InvalidRequestError) { client.measurements.create(height: 67, wiast: 80) }
    assert_equal(2, error.details.length)
    assert(error.doc_url.start_with?("http"))
    assert_equal(false, error.retryable?)
  end

  test "have a class for each type" do
    assert_raises(Drape::AuthenticationError) { Drape::Client.new("drp_sk_test_wrong", URL).sessions.list.page }
    assert_raises(Drape::RateLimitError) do
      client(max_retries: 0).try_ons.create(PHOTO, product_image_url: "#{HOST}/429")
    end
    assert_raises(Drape::ApiError) { client(max_retries: 0).try_ons.create(PHOTO, product_image_url: "#{HOST}/500") }
  end

  test "say that nobody answered after retries" do
    since = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    assert_raises(Drape::ConnectionError) do
      Drape::Client.new(KEY, "http://127.0.0.1:1", max_retries: 1).sessions.list.page
    end
    assert(Process.clock_gettime(Process::CLOCK_MONOTONIC) - since < 10)
  end

  test "refuse what is no client" do
    assert_raises(ArgumentError) { Drape::Client.new("", URL) }
    assert_raises(ArgumentError) { Drape::Client.new(KEY, "drape.example") }
  end

  test "show no key where a client is printed" do
    drape = client
    shown = [drape, drape.try_ons, drape.sessions.list].map(&:inspect).join
    assert(!shown.include?(KEY), shown)
  end
end

# Against a server of a few lines that answers as it is told to.
class Retries < Suite
  # Serves one answer after the other, and yields its address and what it was asked.
  def serve(*answers)
    server = TCPServer.new("127.0.0.1", 0)
    asked = []
    thread = Thread.new do
      answers.each do |answer|
        socket = server.accept
        head = socket.gets("\r\n\r\n")
        length = head[/^content-length: (\d+)/i, 1].to_i
        asked << (head + socket.read(length))
        socket.write(answer)
        socket.close
      end
    end
    yield "http://127.0.0.1:#{server.addr[1]}/below", asked
  ensure
    thread.kill
    server.close
  end

  def answer(status, body, **headers)
    given = { "Content-Length": body.bytesize, Connection: "close", **headers }
    lines = given.map { |name, value| "#{name}: #{value}\r\n" }
    "HTTP/1.1 #{status} Said\r\n#{lines.join}\r\n#{body}"
  end

  def done(data = { id: "key_1" })
    answer(200, JSON.generate(success: true, data:))
  end

  test "send the same idempotency key again" do
    halved = answer(200, '{"data":{}}', "Content-Length": 500)
    serve("", answer(503, "<html>"), done) do |url, asked|
      drape = Drape::Client.new(KEY, url)
      assert_equal("key_1", drape.keys.create(kind: "rk")[:id])
      keys = asked.map { |request| request[/^idempotency-key: (\S+)/i, 1] }
      assert_equal([3, 1], [keys.length, keys.uniq.length])
      assert(asked[0].start_with?("POST /below/v1/keys HTTP/1.1"), asked[0])
    end
    serve(halved, done) { |url| assert_equal("key_1", Drape::Client.new(KEY, url).keys.retrieve("key_1")[:id]) }
  end

  test "wait as long as the service says" do
    about = { type: "rate_limit_error", code: "rate_limited", message: "Later.", retryable: true }
    refusal = JSON.generate(error: about)
    serve(answer(429, refusal, "Retry-After": 1), done) do |url|
      since = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      Drape::Client.new(KEY, url).keys.retrieve("key_1")
      assert(Process.clock_gettime(Process::CLOCK_MONOTONIC) - since >= 1)
    end
    serve(answer(429, refusal, "Retry-After": 3000)) do |url|
      error = assert_raises(Drape::RateLimitError) { Drape::Client.new(KEY, url).keys.retrieve("key_1") }
      assert_equal([3000.0, true, "rate_limited"], [error.retry_after, error.retryable?, error.code])
    end
    later = answer(429, refusal, "Retry-After": (Time.now + 600).httpdate)
    serve(later) do |url|
      error = assert_raises(Drape::RateLimitError) { Drape::Client.new(KEY, url).keys.retrieve("key_1") }
      assert(error.retry_after.between?(590, 600), error.retry_after)
    end
  end

  test "do not repeat what must happen once" do
    serve("", done) do |url, asked|
      assert_raises(Drape::ConnectionError) { Drape::Client.new(KEY, url).webhooks.rotate_secret("wh_1") }
      assert_equal(1, asked.length)
      assert(asked[0].match?(/^content-length: 0\r/i) && !asked[0].match?(/^content-type/i), asked[0])
    end
  end

  test "say what took too long" do
    server = TCPServer.new("127.0.0.1", 0)
    drape = Drape::Client.new(KEY, "http://127.0.0.1:#{server.addr[1]}", timeout: 0.2, max_retries: 0)
    error = assert_raises(Drape::TimeoutError) { drape.keys.retrieve("key_1") }
    assert_equal(["timeout", true, 0], [error.code, error.retryable?, error.status])
    server.close
  end

  test "open a stream again that breaks off" do
    stream = "event: progress\r\ndata: {\"at\":\"é\"}\r\n\r\n: alive\n\nevent: comp"
    rest = "event: completed\ndata: {\"id\":\ndata: \"try_1\"}\n\n"
    serve(answer(200, stream), answer(200, stream, "Content-Length": 500), answer(200, rest)) do |url|
      events = Drape::Client.new(KEY, url).try_ons.events("try_1").to_a
      assert_equal(%w[progress progress completed], events.map { |event| event[:type] })
      assert_equal(%w[é try_1], [events[0][:data][:at], events[2][:data][:id]])
    end
  end

  test "keep the session of a publishable key" do
    serve(done({ id: "try_1", status: "queued", sessionId: "visit" }), done, done) do |url, asked|
      drape = Drape::Client.new("drp_pk_test_1", url, language: "de")
      drape.try_ons.create("upl_1", product_id: "P")
      assert_equal("visit", drape.session_id)
      drape.try_ons.retrieve("try_1")
      drape.try_ons.create("upl_1", product_id: "P")
      assert(asked[1].match?(/^x-drape-session: visit\r/i) && asked[1].match?(/^accept-language: de\r/i), asked[1])
      assert(asked[2].include?('"sessionId":"visit"'), asked[2])
    end
  end
end

class VerifyWebhook < Suite
  SECRET = "whsec_#{['a secret of 24 bytes or so'].pack('m0')}"
  BODY = JSON.generate(type: "tryon.completed", data: { id: "try_1" })

  def headers(at: Time.now, body: BODY)
    timestamp = at.to_i.to_s
    mac = OpenSSL::HMAC.digest("SHA256", SECRET.delete_prefix("whsec_").unpack1("m0"), "msg_1.#{timestamp}.#{body}")
    signature = "v1,AAAA v1,#{[mac].pack('m0')}"
    { "Webhook-Id" => "msg_1", "webhook-timestamp" => timestamp, "webhook-signature" => signature }
  end

  test "gives the event of a message that a secret has signed" do
    other = "whsec_#{['another one of 24 bytes..'].pack('m0')}"
    assert_equal("try_1", Drape.verify_webhook(BODY, headers, [other, SECRET])[:data][:id])
    rack = headers.transform_keys { |name| "HTTP_#{name.upcase.tr('-', '_')}" }
    assert_equal("tryon.completed", client.webhooks.verify(BODY.b, { "rack.input" => nil, **rack }, SECRET)[:type])
  end

  test "refuses what is changed, old or unsigned" do
    [
      ["#{BODY} ", headers],
      [BODY, headers(at: Time.now - 400)],
      [BODY, headers(at: Time.now + 400)],
      [BODY, headers.merge("webhook-timestamp" => "soon")],
      [BODY, {}],
      ["{", headers(body: "{")],
      ["[]", headers(body: "[]")]
    ].each do |body, given|
      assert_raises(Drape::WebhookVerificationError) { Drape.verify_webhook(body, given, SECRET) }
    end
    assert_raises(Drape::WebhookVerificationError) { Drape.verify_webhook(BODY, headers, "whsec_?") }
  end
end

class Threads < Suite
  test "run several calls of one client at once" do
    one = client
    threads = [300, 301].map do |ms|
      Thread.new { one.try_ons.create_and_wait(PHOTO, product_image_url: "#{HOST}/slow/#{ms}") }
    end
    made = threads.map(&:value)
    assert_equal(%w[completed completed], made.map { |try_on| try_on[:status] })
    listed = one.try_ons.list(status: "completed").map { |entry| entry[:id] }
    assert_equal([], made.map { |try_on| try_on[:id] } - listed)
    assert_equal("completed", one.try_ons.events(made[0][:id]).to_a.last[:type])
  end
end

$stdout.sync = true
failed = [TryOns, Records, Errors, Retries, VerifyWebhook, Threads].sum(&:run)
exit(failed.zero? ? 0 : 1)
