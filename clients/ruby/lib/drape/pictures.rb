# frozen_string_literal: true

require "pathname"

module Drape
  # Pictures as programs have them: a Pathname, an open file or anything else that can be read, a String of bytes; or a
  # String of text, which is sent as it is: base64, a data URI, an https URL, the id of an upload.
  #
  # @api private
  module Pictures
    # Members of requests that hold pictures.
    NAMES = %w[userPhoto productImage image].freeze

    module_function

    # What stands for the picture in a request.
    def to_text(picture)
      return picture.dup.force_encoding(Encoding::UTF_8) if picture.is_a?(String) && !bytes?(picture)

      [to_bytes(picture)].pack("m0")
    end

    def to_bytes(picture)
      return picture.b if picture.is_a?(String)
      return picture.binread if picture.is_a?(Pathname)
      raise ArgumentError, "A picture is a Pathname, an open file or a String." unless picture.respond_to?(:read)

      # A file that was opened as text could be converted on its way.
      picture.binmode if picture.respond_to?(:binmode)
      picture.read.b
    end

    # The fields that are not nil, those that hold pictures as text.
    def fields(given)
      given.compact.to_h { |name, value| [name, NAMES.include?(name.to_s) ? to_text(value) : value] }
    end

    # The content type by the first bytes.
    #
    # @raise [ArgumentError] where it is no picture that the API takes
    def type_of(bytes)
      return "image/jpeg" if bytes.start_with?("\xFF\xD8\xFF".b)
      return "image/png" if bytes.start_with?("\x89PNG\r\n\x1A\n".b)
      return "image/webp" if bytes.start_with?("RIFF") && bytes.byteslice(8, 4) == "WEBP"
      unless bytes.byteslice(4, 4) == "ftyp"
        raise ArgumentError, "The bytes are no JPEG, PNG, WebP, HEIC or AVIF picture."
      end

      %w[avif avis].include?(bytes.byteslice(8, 4)) ? "image/avif" : "image/heic"
    end

    # Every picture has a zero byte or one that is no text, and no text has either. Encodings tell less: a file may have
    # been read as UTF-8, and text may have come as binary.
    def bytes?(string)
      bytes = string.b
      bytes.include?("\0") || !bytes.force_encoding(Encoding::UTF_8).valid_encoding?
    end
    private_class_method :bytes?
  end
  private_constant :Pictures
end
