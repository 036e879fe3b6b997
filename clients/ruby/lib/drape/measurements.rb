# frozen_string_literal: true

require_relative "resource"

module Drape
  # Measurements of shoppers, for sizes and fits.
  class Measurements < Resource
    # At least one of height, weight, chest, waist, hips, inseam; a later one replaces field by field.
    #
    # @param fields by the API's names: +height+, +sessionId+ …
    # @return [Hash] the measurements
    def create(idempotency_key: nil, **fields)
      data("POST", "/v1/measurements", body: with_session(fields), headers: idempotency(idempotency_key))
    end

    # @return [Hash] the measurements
    def retrieve(id)
      data("GET", "/v1/measurements/#{segment(id)}")
    end
  end
end
