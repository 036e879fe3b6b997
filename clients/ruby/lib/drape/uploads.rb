# frozen_string_literal: true

require_relative "exchange"
require_relative "resource"

module Drape
  # Pictures that go to the store directly; their ids stand in place of pictures.
  class Uploads < Resource
    PUT_TIMEOUT = 60
    private_constant :PUT_TIMEOUT

    # @param content_type [String] +image/jpeg+ …
    # @param size [Integer] bytes
    # @param fields the other members of the request by the API's names: +sessionId+, +reusable+
    # @return [Hash] where the picture is to be put
    def create(content_type, size, idempotency_key: nil, **fields)
      body = with_session({ contentType: content_type, bytes: size, **fields })
      data("POST", "/v1/uploads", body:, headers: idempotency(idempotency_key))
    end

    # {#create}, then puts the picture there.
    #
    # @param picture [Pathname, IO, String] a String of bytes
    # @param content_type [String, nil] what the bytes show where it is missing
    # @return [Hash] the upload
    # @raise [ArgumentError] where it is no picture that the API takes
    # @raise [InvalidRequestError] where the store refuses it
    def upload(picture, content_type: nil, **fields)
      bytes = Pictures.to_bytes(picture)
      made = create(content_type || Pictures.type_of(bytes), bytes.bytesize, **fields)
      put(made, bytes)
      made
    end

    private

    def put(made, bytes)
      uri = URI.parse(made[:url])
      headers = { "Content-Type" => made[:contentType] }
      request = Net::HTTPGenericRequest.new(made[:method], true, true, uri.request_uri, headers)
      request.body = bytes
      status = Exchange.run(uri, request, PUT_TIMEOUT, &:status)
      return if status < 300

      message = "The store refused the picture with #{status}."
      raise ConnectionError.new(message, status:) if status >= 500

      raise InvalidRequestError.new(message, code: "upload_empty", status:)
    end
  end
end
