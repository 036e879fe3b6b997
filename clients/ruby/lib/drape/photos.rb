# frozen_string_literal: true

require_relative "resource"

module Drape
  # Photos of shoppers, before they are tried on.
  class Photos < Resource
    # What a try-on with the photo would fail of; nothing is kept of it.
    #
    # @param user_photo [Pathname, IO, String] see the README
    # @param wait [Numeric] seconds to wait for a worker, at most 60
    # @return [Hash] whose +usable+ is nil where no worker came to it in time
    def check(user_photo, product_category: nil, wait: 10)
      body = Pictures.fields(userPhoto: user_photo, productCategory: product_category)
      data("POST", "/v1/photos/check", body:, headers: prefer(wait), extra: wait)
    end
  end
end
