# frozen_string_literal: true

require_relative "lib/drape/version"

Gem::Specification.new do |spec|
  spec.name = "drape"
  spec.version = Drape::VERSION
  spec.summary = "Ruby client of the Drape virtual try-on API"
  spec.authors = ["The Drape authors"]
  spec.license = "Apache-2.0"
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir.chdir(__dir__) { ["README.md", *Dir["lib/**/*.rb"]] }
  spec.require_paths = ["lib"]
end
