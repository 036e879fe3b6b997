# frozen_string_literal: true

module Drape
  # Every failure of a call. Branch on the class or on {#code}, never on the message.
  class Error < StandardError
    # @return [String]
    attr_reader :code
    # @return [Integer] HTTP status; 0 where there was no answer
    attr_reader :status
    # @return [String, nil] names the request in the service's logs
    attr_reader :request_id
    # @return [String, nil] the parameter at fault
    attr_reader :param
    # @return [Array<Hash>] every parameter at fault
    attr_reader :details
    # @return [String, nil] where the error is explained
    attr_reader :doc_url
    # @return [Float, nil] seconds that the service asks to wait
    attr_reader :retry_after

    def initialize(message, code:, status: 0, request_id: nil, param: nil, details: nil, retryable: false,
                   doc_url: nil, retry_after: nil)
      super(message)
      @code = code
      @status = status
      @request_id = request_id
      @param = param
      @details = details || []
      @retryable = retryable
      @doc_url = doc_url
      @retry_after = retry_after
    end

    # @return [Boolean] whether the same request may succeed later, unchanged
    def retryable?
      @retryable
    end

    # The error of an envelope, as the class of its type.
    #
    # @api private
    def self.of(body, status:, request_id:, retry_after:)
      about = { status:, request_id:, retry_after: }
      error = body[:error] if body.is_a?(Hash)
      return ApiError.unexpected(**about) unless error.is_a?(Hash) && error.key?(:code)

      CLASSES.fetch(error[:type], Error).new(
        error[:message].to_s,
        code: error[:code],
        param: error[:param],
        details: error[:details],
        retryable: error[:retryable] == true,
        doc_url: error[:docUrl],
        **about
      )
    end
  end

  # 400, 405, 413, 415: the request is wrong.
  class InvalidRequestError < Error; end

  # 401: no key, or one that is not valid.
  class AuthenticationError < Error; end

  # 403: the key lacks a permission.
  class PermissionDeniedError < Error; end

  # 404, 410: unknown to this account, or past its retention.
  class NotFoundError < Error; end

  # 409, 422: the state of the thing forbids it, or the Idempotency-Key was used for something else.
  class ConflictError < Error; end

  # 429.
  class RateLimitError < Error; end

  # 5xx, and answers that are not of this API.
  class ApiError < Error
    # @api private
    def self.unexpected(status:, **about)
      message = "The answer with status #{status} is not of the Drape API. Is base_url right?"
      new(message, code: "unexpected_response", status:, retryable: status >= 500 || status == 429, **about)
    end
  end

  # The try-on ended without a picture: failed, expired or canceled.
  class TryOnFailedError < Error
    # @return [Hash] the try-on as it ended
    attr_reader :try_on

    def initialize(try_on)
      error = try_on[:error] || {}
      super(
        error[:message] || "The try-on #{try_on[:id]} was #{try_on[:status]}.",
        code: error[:code] || "canceled",
        status: 200,
        details: error[:details],
        retryable: error[:retryable] == true,
        doc_url: error[:docUrl]
      )
      @try_on = try_on
    end
  end

  # There was no answer.
  class ConnectionError < Error
    def initialize(message, code: "connection_failed", retryable: true, **about)
      super
    end
  end

  # There was no answer in time.
  class TimeoutError < ConnectionError
    def initialize(message, code: "timeout", **about)
      super
    end
  end

  # A webhook that the service did not send, or sent too long ago.
  class WebhookVerificationError < Error
    def initialize(message)
      super(message, code: "invalid_webhook_signature")
    end
  end

  class Error
    CLASSES = {
      "invalid_request_error" => InvalidRequestError,
      "authentication_error" => AuthenticationError,
      "permission_error" => PermissionDeniedError,
      "not_found_error" => NotFoundError,
      "conflict_error" => ConflictError,
      "rate_limit_error" => RateLimitError,
      "api_error" => ApiError
    }.freeze
    private_constant :CLASSES
  end
end
