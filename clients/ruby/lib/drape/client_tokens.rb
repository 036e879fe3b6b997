# frozen_string_literal: true

require_relative "resource"

module Drape
  # What a shop's backend hands to a page for one shopper.
  class ClientTokens < Resource
    # @param fields by the API's names: +ttlSeconds+, +sessionId+, +origins+ …
    # @return [Hash] the token
    def create(**fields)
      data("POST", "/v1/client-tokens", body: fields)
    end
  end
end
