# frozen_string_literal: true

require_relative "resource"

module Drape
  # The keys of the account, live or test as the key that asks.
  class Keys < Resource
    # @param fields by the API's names: +kind+, +name+, +scopes+ …
    # @return [Hash] the key, which is shown this once
    def create(idempotency_key: nil, **fields)
      data("POST", "/v1/keys", body: fields, headers: idempotency(idempotency_key))
    end

    # @return [OffsetList]
    def list(limit: nil, offset: nil)
      OffsetList.new(@transport, "/v1/keys", limit:, offset:)
    end

    # @return [Hash] the key's record
    def retrieve(id)
      data("GET", path_of(id))
    end

    # @return [Hash] the key's record
    def update(id, **fields)
      data("PATCH", path_of(id), body: fields)
    end

    # Ends the key on every gateway within a second.
    #
    # @return [Hash] the key's record
    def revoke(id)
      data("DELETE", path_of(id))
    end

    # Makes a key that may do the same; the old one works on for +overlapDays+.
    #
    # @return [Hash] the new key, which is shown this once
    def rotate(id, idempotency_key: nil, **fields)
      data("POST", "#{path_of(id)}/rotate", body: fields, headers: idempotency(idempotency_key))
    end

    private

    def path_of(id)
      "/v1/keys/#{segment(id)}"
    end
  end
end
