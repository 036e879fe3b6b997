# frozen_string_literal: true

require "json"

module Drape
  # The server-sent events of an answer.
  #
  # @api private
  class EventStream
    def initialize(answer)
      @answer = answer
      @type = "message"
      @data = []
    end

    # @yieldparam event [Hash] +type+ and +data+, once it has come as a whole
    def each
      rest = String.new(encoding: Encoding::BINARY)
      @answer.each_chunk do |chunk|
        rest << chunk
        # A character may begin in one chunk and end in the next, so that lines are cut from bytes.
        while (length = rest.index("\n"))
          event = take(rest.slice!(0..length).chomp.force_encoding(Encoding::UTF_8))
          yield event unless event.nil?
        end
      end
    end

    private

    # @return [Hash, nil] the event that the line ends
    def take(line)
      return finish if line.empty?

      # A line without a name is a comment that keeps the connection open.
      name, value = line.split(":", 2)
      @type = value.to_s.strip if name == "event"
      @data << value.to_s.strip if name == "data"
      nil
    end

    def finish
      event = { type: @type, data: JSON.parse(@data.join("\n"), symbolize_names: true) } unless @data.empty?
      @type = "message"
      @data = []
      event
    end
  end
  private_constant :EventStream
end
