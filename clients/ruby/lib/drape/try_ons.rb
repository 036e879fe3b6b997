# frozen_string_literal: true

require_relative "event_stream"
require_relative "resource"

module Drape
  # Virtual try-ons.
  class TryOns < Resource
    # Long enough to ask rarely, short enough for proxies that cut at 30 seconds.
    POLL = 20
    # An answer before the long poll's time comes from a gateway that shuts down; it must not be asked in a tight loop.
    SOONEST = 0.5
    # A stream on which nothing happens shows every 15 seconds that it lives.
    HEARTBEAT = 15
    private_constant :POLL, :SOONEST, :HEARTBEAT

    # Creates a try-on and answers it as it stands after a moment. One that fails is an answer with status +failed+, no
    # error.
    #
    # @param user_photo [Pathname, IO, String] see the README
    # @param product_image [Pathname, IO, String, nil] in place of +product_image_url+ or +product_id+
    # @param products [Array<Hash>, nil] two or three products for one picture, in place of a single one
    # @param wait [Numeric, nil] seconds to wait for the picture, at most 60; without it the service waits 1.8 seconds
    # @param cancel_after [Integer, nil] seconds after which the try-on is given up and +expired+
    # @param idempotency_key [String, nil] the client makes one where it is missing
    # @param fields the other members of the request by the API's names: +productCategory+, +sessionId+, +size+ …
    # @return [Hash] the try-on
    # @raise [Error] where the request is refused
    def create(user_photo, product_image_url: nil, product_image: nil, product_id: nil, products: nil,
               wait: nil, cancel_after: nil, idempotency_key: nil, **fields)
      body = Pictures.fields(
        userPhoto: user_photo,
        productImageUrl: product_image_url,
        productImage: product_image,
        productId: product_id,
        products: products && shown(products),
        **fields
      )
      post("/v1/tryon", body, wait, cancel_after, idempotency_key)
    end

    # Tries 1 to 20 products on with one photo; each item is accepted, or refused with its error.
    #
    # @param products [Array<Hash>] by the API's names: +productImageUrl+, +productId+, +productImage+ …
    # @return [Hash] the batch
    # @see #create for the other parameters
    def create_batch(user_photo, products, wait: nil, cancel_after: nil, idempotency_key: nil, **fields)
      body = Pictures.fields({ userPhoto: user_photo, products: shown(products), **fields })
      post("/v1/tryon/batch", body, wait, cancel_after, idempotency_key)
    end

    # {#create}, then {#wait_for}.
    #
    # @param timeout [Numeric] seconds
    # @return [Hash] the completed try-on
    # @raise (see #wait_for)
    def create_and_wait(user_photo, timeout: 300, **fields)
      try_on = create(user_photo, **fields)
      Drape.ended?(try_on) ? completed(try_on) : wait_for(try_on[:id], timeout:)
    end

    # Waits until the try-on is completed.
    #
    # @param timeout [Numeric] seconds
    # @return [Hash] the completed try-on
    # @raise [TryOnFailedError] where it ends otherwise
    # @raise [TimeoutError] where it has not ended in time; it goes on then
    def wait_for(id, timeout: 300)
      over = now + timeout
      while true
        asked = now
        try_on = retrieve(id, wait: (over - asked).ceil.clamp(0, POLL))
        return completed(try_on) if Drape.ended?(try_on)
        raise TimeoutError, "The try-on #{id} is still #{try_on[:status]} after #{timeout} s." if now >= over

        sleep([0, asked + SOONEST - now].max)
      end
    end

    # @param wait [Numeric, nil] seconds to wait for the end, at most 60
    # @return [Hash] the try-on
    def retrieve(id, wait: nil)
      data("GET", path_of(id), headers: prefer(wait), extra: wait || 0)
    end

    # Latest first; all filters that are named must hold.
    #
    # @param created_gte [Time, String, nil] made then or later
    # @param created_lt [Time, String, nil] made earlier
    # @param metadata [Hash, nil] notes of yours and their values; at most three
    # @return [CursorList]
    def list(status: nil, session_id: nil, batch_id: nil, product_id: nil, category: nil, quality: nil, error_code: nil,
             created_gte: nil, created_lt: nil, metadata: nil, limit: nil, starting_after: nil)
      filters = {
        status:,
        sessionId: session_id,
        batchId: batch_id,
        productId: product_id,
        category:,
        quality:,
        errorCode: error_code,
        **created(created_gte, created_lt),
        **(metadata || {}).transform_keys { |name| "metadata[#{name}]" }
      }
      CursorList.new(@transport, "/v1/tryon", filters:, limit:, starting_after:)
    end

    # Stops an unfinished try-on.
    #
    # @return [Hash] the try-on
    # @raise [ConflictError] where it has ended
    def cancel(id)
      data("POST", "#{path_of(id)}/cancel")
    end

    # Erases photo, picture and record.
    #
    # @return [Hash]
    def delete(id)
      data("DELETE", path_of(id))
    end

    # @return [String] a freshly signed URL of the picture
    # @raise [ConflictError] where there is none
    def image_url(id)
      path = "#{path_of(id)}/image"
      url = @transport.retrying { @transport.open("GET", path) { |answer| answer["Location"] } }
      return url unless url.nil?

      raise ConflictError.new("The try-on #{id} has no picture.", code: "tryon_has_no_picture")
    end

    # Follows a try-on to its end; a stream that breaks off is opened again.
    #
    # @yieldparam event [Hash] +type+ (+progress+, or the final status) and +data+
    # @return [nil, Enumerator] an Enumerator where there is no block
    # @raise [ConnectionError] where the stream cannot be opened again
    def events(id)
      return enum_for(:events, id) unless block_given?

      failures = 0
      while true
        is_outside = false
        begin
          stream(id) do |event|
            failures = 0
            is_outside = true
            yield event
            is_outside = false
            return nil if event[:type] != "progress"
          end
        rescue ConnectionError
          # Of the caller's block: a call of its own has failed, not the stream.
          raise if is_outside || failures >= @transport.max_retries
        end
        sleep(SOONEST + Transport.retry_delay(failures, nil))
        failures += 1
      end
    end

    # What was sent about the try-on; latest first.
    #
    # @return [CursorList]
    # @see Webhooks#deliveries for the filters
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
      "/v1/tryon/#{segment(id)}"
    end

    def shown(products)
      products.map { |product| Pictures.fields(product) }
    end

    def post(path, body, wait, cancel_after, idempotency_key)
      headers = { **idempotency(idempotency_key), **prefer(wait) }
      headers["Cancel-After"] = cancel_after.to_s unless cancel_after.nil?
      data("POST", path, body: with_session(body), headers:, extra: wait || 0)
    end

    def completed(try_on)
      raise TryOnFailedError, try_on unless try_on[:status] == "completed"

      try_on
    end

    def stream(id, &)
      headers = { "Accept" => "text/event-stream" }
      @transport.open("GET", "#{path_of(id)}/events", headers:, extra: HEARTBEAT) do |answer|
        EventStream.new(answer).each(&)
      end
    end
  end
end
