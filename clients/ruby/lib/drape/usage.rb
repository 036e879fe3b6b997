# frozen_string_literal: true

require_relative "resource"

module Drape
  # What the account used.
  class Usage < Resource
    # @param from_day [String, nil] as +2026-11-21+, UTC
    # @param to_day [String, nil] as +2026-11-21+, UTC
    # @param group_by [String, nil]
    # @return [Hash]
    def retrieve(from_day: nil, to_day: nil, group_by: nil)
      data("GET", "/v1/usage", query: { from: from_day, to: to_day, groupBy: group_by })
    end
  end
end
