# frozen_string_literal: true

require "json"
require "openssl"
require_relative "errors"

module Drape
  # Seconds that a webhook may be old or new: a copy must not be played again later. The standard's value.
  WEBHOOK_TOLERANCE = 300
  private_constant :WEBHOOK_TOLERANCE

  # Verifies a webhook by Standard Webhooks 1.0. Remember its +webhook-id+ to drop repetitions.
  #
  # @param body [String] what came, unchanged: parsing and writing it again breaks the signature
  # @param headers [Hash, #each] by their names, in whatever case, or as Rack names them (+HTTP_WEBHOOK_ID+)
  # @param secret [String, Array<String>] several while they are rotated
  # @param tolerance [Numeric] seconds between the webhook's time and now
  # @return [Hash] the event
  # @raise [WebhookVerificationError] where none of the secrets has signed it within the tolerance
  def self.verify_webhook(body, headers, secret, tolerance: WEBHOOK_TOLERANCE)
    WebhookVerification.new(headers, tolerance).event(body, Array(secret))
  end

  # A webhook's headers, and whether they fit to its body.
  #
  # @api private
  class WebhookVerification
    PREFIX = "whsec_"
    private_constant :PREFIX

    def initialize(headers, tolerance)
      given = headers.each.to_h { |name, value| [name.to_s.downcase.tr("_", "-").delete_prefix("http-"), value] }
      wanted = %w[webhook-id webhook-timestamp webhook-signature]
      # Net::HTTP and others give each header as a list.
      @id, @timestamp, @signatures = given.values_at(*wanted).map { |value| Array(value).first.to_s }
      @tolerance = tolerance
    end

    def event(body, secrets)
      check_headers
      signed = "#{@id}.#{@timestamp}.".b + body.b
      is_signed = secrets.any? { |secret| signed?(signed, secret) }
      refuse("No secret has made the signature of the webhook.") unless is_signed
      event = parse(body)
      refuse("The webhook is signed, but no object.") unless event.is_a?(Hash)
      event
    end

    private

    def check_headers
      if [@id, @timestamp, @signatures].any?(&:empty?)
        refuse("webhook-id, webhook-timestamp or webhook-signature is missing.")
      end
      return if @timestamp.match?(/\A\d{1,12}\z/) && (Time.now.to_f - @timestamp.to_i).abs <= @tolerance

      refuse("The timestamp of the webhook is too old, in the future, or no number.")
    end

    def signed?(signed, secret)
      key = decode(secret.delete_prefix(PREFIX))
      refuse("The secret is not whsec_<base64>.") if key.nil? || key.empty?
      expected = OpenSSL::HMAC.digest("SHA256", key, signed)
      @signatures.split.any? do |part|
        given = decode(part.delete_prefix("v1,")) if part.start_with?("v1,")
        given&.bytesize == expected.bytesize && OpenSSL.fixed_length_secure_compare(given, expected)
      end
    end

    def parse(body)
      JSON.parse(body.dup.force_encoding(Encoding::UTF_8), symbolize_names: true)
    rescue JSON::ParserError, EncodingError
      refuse("The webhook is signed, but not JSON.")
    end

    # Array#pack's base64 and not the library of that name, which newer Rubies no longer have by themselves.
    def decode(text)
      text.unpack1("m0")
    rescue ArgumentError
      nil
    end

    def refuse(message)
      raise WebhookVerificationError, message
    end
  end
  private_constant :WebhookVerification
end
