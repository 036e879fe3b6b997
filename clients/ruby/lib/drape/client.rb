# frozen_string_literal: true

require_relative "transport"
require_relative "try_ons"
require_relative "photos"
require_relative "sessions"
require_relative "measurements"
require_relative "products"
require_relative "webhooks"
require_relative "client_tokens"
require_relative "keys"
require_relative "requests"
require_relative "uploads"
require_relative "usage"

module Drape
  # A client of one service with one key. Holds no connection, and may be used by several threads.
  class Client
    # @return [TryOns]
    attr_reader :try_ons
    # @return [Photos]
    attr_reader :photos
    # @return [Sessions]
    attr_reader :sessions
    # @return [Measurements]
    attr_reader :measurements
    # @return [Products]
    attr_reader :products
    # @return [Webhooks]
    attr_reader :webhooks
    # @return [ClientTokens]
    attr_reader :client_tokens
    # @return [Keys]
    attr_reader :keys
    # @return [Requests]
    attr_reader :requests
    # @return [Uploads]
    attr_reader :uploads
    # @return [Usage]
    attr_reader :usage

    # @param api_key [String] a secret, restricted or publishable key, or a client token: +drp_…+
    # @param base_url [String] where the service lies, without +/v1+
    # @param timeout [Numeric] for each attempt, in seconds; long polls get their waiting time on top
    # @param max_retries [Integer] 0 switches retries off
    # @param session_id [String, nil] the session that a publishable key goes on with
    # @param language [String, nil] of recommendations and advice, as Accept-Language has it; English where missing
    # @raise [ArgumentError] where there is no key or no address
    def initialize(api_key, base_url, timeout: 60, max_retries: 2, session_id: nil, language: nil)
      @transport = Transport.new(
        api_key,
        base_url,
        timeout:,
        max_retries:,
        session_id:,
        language:
      )
      @try_ons = TryOns.new(@transport)
      @photos = Photos.new(@transport)
      @sessions = Sessions.new(@transport)
      @measurements = Measurements.new(@transport)
      @products = Products.new(@transport)
      @webhooks = Webhooks.new(@transport)
      @client_tokens = ClientTokens.new(@transport)
      @keys = Keys.new(@transport)
      @requests = Requests.new(@transport)
      @uploads = Uploads.new(@transport)
      @usage = Usage.new(@transport)
    end

    # @return [RateLimit, nil] as the last answer told it; nil before the first
    def rate_limit
      @transport.rate_limit
    end

    # @return [String, nil] the session that a publishable key was given with its first answer
    def session_id
      @transport.session_id
    end

    # @return [String] without the resources, which all say the same
    def inspect
      "#<#{self.class} #{@transport.inspect}>"
    end
  end
end
