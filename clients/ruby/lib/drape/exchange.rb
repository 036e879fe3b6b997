# frozen_string_literal: true

require "net/http"
require "openssl"
require_relative "errors"

module Drape
  # One request over a connection of its own.
  #
  # @api private
  module Exchange
    # What the libraries below raise where a connection fails.
    LOST = [
      SystemCallError,
      SocketError,
      IOError,
      OpenSSL::SSL::SSLError,
      Net::ProtocolError,
      Net::HTTPBadResponse,
      Net::HTTPHeaderSyntaxError
    ].freeze
    LATE = [Timeout::Error, Errno::ETIMEDOUT].freeze
    private_constant :LOST, :LATE

    module_function

    # @param limit [Numeric] seconds to connect, and seconds that the service may be silent
    # @yieldparam answer [Answer] whose body is not read yet
    # @return what the block returns
    # @raise [ConnectionError]
    def run(uri, request, limit)
      what = "#{request.method} #{uri.path}"
      guard(what, limit) do |outside|
        result = nil
        connection(uri, limit).start do |http|
          http.request(request) do |response|
            outside.call { result = yield Answer.new(response, what, limit) }
          end
        end
        result
      end
    end

    # Says in the client's terms why a connection failed. The block runs through its parameter what may fail for reasons
    # of its own, such as the caller's block: a file of the caller's that cannot be written is no lost connection.
    def guard(what, limit)
      is_outside = false
      yield(lambda do |&work|
        is_outside = true
        result = work.call
        is_outside = false
        result
      end)
    rescue *LATE => error
      raise if is_outside

      raise TimeoutError, "#{what}: no answer in #{limit} s. (#{error.message})"
    rescue *LOST => error
      raise if is_outside

      raise ConnectionError, "#{what}: #{error.message}"
    end

    def connection(uri, limit)
      http = Net::HTTP.new(uri.hostname, uri.port)
      http.use_ssl = uri.scheme == "https"
      http.open_timeout = http.read_timeout = http.write_timeout = limit
      # Retries are the transport's, which knows what is safe to repeat.
      http.max_retries = 0
      http
    end
    private_class_method :connection
  end
  private_constant :Exchange

  # An answer whose body is read as it is asked for.
  #
  # @api private
  class Answer
    def initialize(response, what, limit)
      @response = response
      @what = what
      @limit = limit
    end

    # @return [Integer]
    def status
      @response.code.to_i
    end

    # @return [String, nil] a header
    def [](name)
      @response[name]
    end

    # @return [Hash, Array, nil] nil where the body is no JSON
    def json
      JSON.parse(text.force_encoding(Encoding::UTF_8), symbolize_names: true)
    rescue JSON::ParserError, EncodingError
      nil
    end

    # @return [String] the whole body
    def bytes
      text
    end

    # @yieldparam chunk [String] bytes, as they come
    def each_chunk
      Exchange.guard(@what, @limit) do |outside|
        @response.read_body { |chunk| outside.call { yield chunk } }
      end
    end

    private

    def text
      Exchange.guard(@what, @limit) do
        content = @response.read_body.to_s
        # Net::HTTP takes half a body for a whole one.
        raise EOFError, "the answer broke off" if content.bytesize < (@response.content_length || 0)

        content.dup
      end
    end
  end
  private_constant :Answer
end
