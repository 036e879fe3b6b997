# frozen_string_literal: true

require_relative "resource"

module Drape
  # Files of products on their way into the catalogue.
  class ProductImports < Resource
    # Seconds between two looks at an import.
    LOOK = 1
    private_constant :LOOK

    # Takes the rows of a file, at most 10,000 and 5 MiB; answers at once.
    #
    # @param content [String, Pathname, IO] CSV, or JSON lines
    # @param format [String, nil] +csv+ or +ndjson+; read from the first character where it is missing
    # @return [Hash] the import
    def create(content, format: nil, idempotency_key: nil)
      text = content.respond_to?(:read) ? content.read : content
      type = ndjson?(text, format) ? "application/x-ndjson" : "text/csv"
      data("POST", "/v1/products/import", text: [type, text], headers: idempotency(idempotency_key))
    end

    # @return [Hash] the import, and how far it is
    def retrieve(id)
      data("GET", path_of(id))
    end

    # Waits until all rows are worked off.
    #
    # @param timeout [Numeric] seconds
    # @return [Hash] the import
    # @raise [TimeoutError] where they are not in time; it goes on then
    def wait_for(id, timeout: 600)
      over = now + timeout
      while true
        found = retrieve(id)
        return found if found[:status] == "completed"

        left = over - now
        raise TimeoutError, "The import #{id} is still #{found[:status]} after #{timeout} s." if left <= 0

        sleep([LOOK, left].min)
      end
    end

    # What became of each row, in the order of the file.
    #
    # @param status [String, nil] +failed+: those that want mending
    # @return [CursorList]
    def rows(id, status: nil, limit: nil, starting_after: nil)
      CursorList.new(
        @transport,
        "#{path_of(id)}/rows",
        filters: { status: },
        limit:,
        starting_after:,
        name: :row
      )
    end

    private

    def path_of(id)
      "/v1/products/imports/#{segment(id)}"
    end

    # JSON lines begin with an object, which no heading of a CSV file does.
    def ndjson?(text, format)
      format.nil? ? text.b.match?(/\A(?:\xEF\xBB\xBF)?\s*\{/n) : format.to_s == "ndjson"
    end
  end
end
