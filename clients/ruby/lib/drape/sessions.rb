# frozen_string_literal: true

require_relative "resource"

module Drape
  # Visits of shoppers.
  class Sessions < Resource
    # Last used first.
    #
    # @return [OffsetList]
    def list(limit: nil, offset: nil)
      OffsetList.new(@transport, "/v1/sessions", limit:, offset:)
    end

    # @return [Hash] the session
    def retrieve(id)
      data("GET", "/v1/sessions/#{segment(id)}")
    end

    # Erases everything of the session.
    #
    # @return [Hash] with the receipt; keep it, it is signed and given once
    def delete(id)
      data("DELETE", "/v1/sessions/#{segment(id)}")
    end
  end
end
