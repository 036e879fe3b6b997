# frozen_string_literal: true

module Drape
  # The version of the service's clients in all languages.
  VERSION = "0.1.0"
end
