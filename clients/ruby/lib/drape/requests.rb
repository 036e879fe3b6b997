# frozen_string_literal: true

require_relative "resource"

module Drape
  # What was asked of the service and what came of it; kept for a week.
  class Requests < Resource
    # @return [CursorList]
    def list(status: nil, route: nil, limit: nil, starting_after: nil)
      filters = { status:, route: }
      CursorList.new(@transport, "/v1/requests", filters:, limit:, starting_after:)
    end

    # @param id [String] the +Request-Id+ of its answer, which errors have as +request_id+
    # @return [Hash] the request
    def retrieve(id)
      data("GET", "/v1/requests/#{segment(id)}")
    end
  end
end
