# frozen_string_literal: true

require "securerandom"
require_relative "lists"
require_relative "pictures"
require_relative "transport"

module Drape
  # What the resources of the client share.
  class Resource
    # @api private
    def initialize(transport)
      @transport = transport
    end

    private

    def data(method, path, **call)
      @transport.call(method, path, **call)[:data]
    end

    def with_session(fields)
      session = @transport.session_id
      session.nil? ? fields : { sessionId: session }.merge(fields)
    end

    # A name as a part of a path.
    def segment(name)
      URI.encode_www_form_component(name).gsub("+", "%20")
    end

    # The caller's key, or one of its own for this call: a repetition makes nothing twice.
    def idempotency(key)
      { "Idempotency-Key" => key || SecureRandom.uuid }
    end

    def prefer(wait)
      wait.nil? ? {} : { "Prefer" => "wait=#{wait.to_i}" }
    end

    def created(from, before)
      { "created[gte]" => time_text(from), "created[lt]" => time_text(before) }
    end

    def time_text(time)
      time.nil? || time.is_a?(String) ? time : time.to_time.getutc.iso8601(6)
    end

    def deliveries_of(path, status: nil, event_type: nil, try_on_id: nil, created_gte: nil, created_lt: nil, **paging)
      filters = { status:, eventType: event_type, tryOnId: try_on_id, **created(created_gte, created_lt) }
      CursorList.new(@transport, "#{path}/deliveries", filters:, **paging)
    end

    # Seconds of a clock that nobody sets.
    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
