# frozen_string_literal: true

require_relative "drape/version"
require_relative "drape/errors"
require_relative "drape/pictures"
require_relative "drape/transport"
require_relative "drape/lists"
require_relative "drape/webhook_verification"
require_relative "drape/client"

# Ruby client of the Drape virtual try-on API; {Client} is where it begins.
#
# Answers are Hashes whose keys are symbols as the API names them: +try_on[:resultImageUrl]+.
module Drape
  # @param try_on [Hash] as the service answers it
  # @return [Boolean] whether nothing more will happen to it
  def self.ended?(try_on)
    !%w[queued processing].include?(try_on[:status])
  end
end
