# frozen_string_literal: true

require "json"
require "securerandom"
require "time"
require "uri"
require_relative "exchange"

module Drape
  # What is left of the account's hour; +reset+ is the Unix time in seconds when the next unit becomes available.
  RateLimit = Struct.new(:limit, :remaining, :reset)

  # Sends calls: key, timeout, retries, errors. Of one service and one key; may be used by several threads.
  #
  # @api private
  class Transport
    # Bounds of the pause before a retry, seconds; it is drawn from 0 up to the bound, which doubles each time.
    FIRST_PAUSE = 0.5
    LONGEST_PAUSE = 8.0
    # The service may ask for the rest of an hour; that is for the caller to decide.
    LONGEST_RETRY_AFTER = 60
    # Added where the service says when: not all clients should come at the same moment.
    SPREAD = 0.25
    private_constant :FIRST_PAUSE, :LONGEST_PAUSE, :LONGEST_RETRY_AFTER, :SPREAD

    attr_reader :max_retries, :rate_limit, :session_id

    def initialize(api_key, base_url, timeout:, max_retries:, session_id:, language:)
      raise ArgumentError, "Drape needs an api_key." if api_key.to_s.empty?
      raise ArgumentError, 'Drape needs a base_url: "https://…".' unless base_url.to_s.match?(%r{\Ahttps?://})

      @api_key = api_key
      @base_url = base_url.to_s.sub(%r{/+\z}, "")
      @timeout = timeout
      @max_retries = max_retries
      @session_id = session_id
      @language = language
      @is_publishable = api_key.start_with?("drp_pk_")
      @rate_limit = nil
    end

    # @return [String] without the key, which has no business in a log
    def inspect
      "#<#{self.class} #{@base_url}>"
    end

    # @param request as of {#open}
    # @param once [Boolean] not sent again where its answer was lost: a second one would do more than the first
    # @return [Hash] the envelope of a success, or of a try-on that failed
    # @raise [Error]
    def call(method, path, once: false, **request)
      retrying(once:) do
        open(method, path, **request) do |answer|
          envelope = answer.json
          raise error_of(answer, envelope) unless envelope.is_a?(Hash) && envelope.key?(:data)

          data = envelope[:data]
          @session_id ||= data[:sessionId] if @is_publishable && data.is_a?(Hash)
          envelope
        end
      end
    end

    # All calls are safe to repeat: reads, erasures, and creations under an Idempotency-Key.
    def retrying(once: false)
      attempt = 0
      begin
        yield
      rescue Error => error
        is_lost = once && error.is_a?(ConnectionError)
        raise if attempt >= @max_retries || is_lost || !worth_retrying?(error)

        sleep(Transport.retry_delay(attempt, error.retry_after))
        attempt += 1
        retry
      end
    end

    # Sends a request once, for streams and redirects.
    #
    # @param text [Array(String, String), nil] content type and content, in place of +body+
    # @param extra [Numeric] seconds on top of the timeout, for long polls
    # @yieldparam answer [Answer] of a status below 400
    # @return what the block returns
    # @raise [Error] what a status of 400 and above means
    def open(method, path, query: {}, body: nil, text: nil, headers: {}, extra: 0)
      uri = uri_of(path, query)
      request = request_of(method, uri, body.nil? ? text : ["application/json", JSON.generate(body)], headers)
      Exchange.run(uri, request, @timeout + extra) do |answer|
        note(answer)
        # Redirects lead to the store, which wants no key; where they lead is what the caller asks for.
        raise error_of(answer, answer.json) if answer.status >= 400

        yield answer
      end
    end

    # Seconds before retry number +attempt+, from 0.
    def self.retry_delay(attempt, retry_after)
      return retry_after + (rand * SPREAD) unless retry_after.nil?

      rand * [LONGEST_PAUSE, FIRST_PAUSE * (2**attempt)].min
    end

    private

    def uri_of(path, query)
      given = query.compact
      URI.parse(@base_url + path + (given.empty? ? "" : "?#{URI.encode_www_form(given)}"))
    end

    def request_of(method, uri, content, headers)
      # Net::HTTP would ask for compressed answers, which hold back the events of a stream.
      sent = {
        "Authorization" => "Bearer #{@api_key}",
        "Accept" => "application/json",
        "Accept-Encoding" => "identity"
      }
      sent["Accept-Language"] = @language unless @language.nil?
      sent["X-Drape-Session"] = @session_id unless @session_id.nil?
      type, bytes = content
      sent["Content-Type"] = type unless type.nil?
      sent["Content-Length"] = "0" if bytes.nil? && %w[POST PUT PATCH].include?(method)
      request = Net::HTTPGenericRequest.new(method, !bytes.nil?, true, uri.request_uri, sent.merge(headers))
      request.body = bytes unless bytes.nil?
      request
    end

    def note(answer)
      numbers = %w[Limit Remaining Reset].map { |name| answer["X-RateLimit-#{name}"] }
      @rate_limit = RateLimit.new(*numbers.map(&:to_i)) unless numbers.include?(nil)
    end

    # Whether a call that is safe to repeat may succeed the next time.
    def worth_retrying?(error)
      return false if !error.retry_after.nil? && error.retry_after > LONGEST_RETRY_AFTER
      return false if error.code == "client_token_used_up"
      return true if error.is_a?(ConnectionError) || error.status == 429 || error.status >= 500

      error.code == "idempotency_request_in_progress"
    end

    def error_of(answer, body)
      Error.of(
        body,
        status: answer.status,
        request_id: answer["Request-Id"],
        retry_after: retry_after_of(answer["Retry-After"])
      )
    end

    def retry_after_of(header)
      return nil if header.nil?
      return header.to_f if header.match?(/\A\s*\d+\s*\z/)

      [0.0, Time.httpdate(header) - Time.now].max
    rescue ArgumentError
      nil
    end
  end
  private_constant :Transport
end
