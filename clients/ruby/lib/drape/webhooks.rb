# frozen_string_literal: true

require_relative "resource"
require_relative "webhook_verification"

module Drape
  # Who is told of what happens.
  class Webhooks < Resource
    # @see Drape.verify_webhook
    def verify(body, headers, secret, **options)
      Drape.verify_webhook(body, headers, secret, **options)
    end

    # @param fields by the API's names: +url+, +events+ …
    # @return [Hash] the webhook, whose secret is shown this once
    def create(idempotency_key: nil, **fields)
      data("POST", "/v1/webhooks", body: fields, headers: idempotency(idempotency_key))
    end

    # @return [OffsetList]
    def list(limit: nil, offset: nil)
      OffsetList.new(@transport, "/v1/webhooks", limit:, offset:)
    end

    # @return [Hash] the webhook
    def retrieve(id)
      data("GET", path_of(id))
    end

    # @return [Hash] the webhook
    def update(id, **fields)
      data("PATCH", path_of(id), body: fields)
    end

    # @return [Hash]
    def delete(id)
      data("DELETE", path_of(id))
    end

    # Both secrets sign until the old one's time is over. Not sent again where its answer was lost.
    #
    # @return [Hash] the webhook with its new secret
    def rotate_secret(id)
      data("POST", "#{path_of(id)}/rotate-secret", once: true)
    end

    # @return [Hash] the delivery
    def ping(id)
      data("POST", "#{path_of(id)}/ping")
    end

    # Latest first; filters and paging are +status+, +event_type+, +try_on_id+, +created_gte+, +created_lt+, +limit+ and
    # +starting_after+.
    #
    # @return [CursorList]
    def deliveries(id, **filters)
      deliveries_of(path_of(id), **filters)
    end

    # Sends it again, under the same id.
    #
    # @return [Hash] the delivery
    def redeliver(id, delivery_id)
      data("POST", "#{path_of(id)}/deliveries/#{segment(delivery_id)}/redeliver")
    end

    private

    def path_of(id)
      "/v1/webhooks/#{segment(id)}"
    end
  end
end
