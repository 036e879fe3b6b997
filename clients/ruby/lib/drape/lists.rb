# frozen_string_literal: true

require_relative "transport"

module Drape
  # A page of a list: its entries, and how the list goes on.
  Page = Struct.new(:data, :pagination)

  # A list over all its pages, which are fetched as they are needed: walk it (it is Enumerable) for one entry after the
  # other, or take {#page} and {#pages}.
  class List
    include Enumerable

    # Entries per page when walking: the most that the service gives.
    PAGE = 100
    private_constant :PAGE

    # @api private
    def initialize(transport, path, filters: {}, limit: nil, name: :id)
      @transport = transport
      @path = path
      @filters = filters
      @limit = limit
      @name = name
    end

    # An entry that moves to another page meanwhile is given once all the same.
    #
    # @yieldparam entry [Hash]
    # @return [self, Enumerator] an Enumerator where there is no block
    def each
      return enum_for(:each) unless block_given?

      seen = {}
      pages do |page|
        page.data.each do |entry|
          name = entry[@name]
          yield entry unless seen.key?(name)
          seen[name] = true
        end
      end
      self
    end

    private

    def fetch(query)
      envelope = @transport.call("GET", @path, query: @filters.merge(query))
      Page.new(envelope[:data], envelope[:pagination] || {})
    end
  end

  # Pages are counted from the start of the list.
  class OffsetList < List
    # @api private
    def initialize(transport, path, offset: nil, **options)
      super(transport, path, **options)
      @offset = offset
    end

    # @return [Page] the first page
    def page
      fetch(limit: @limit, offset: @offset)
    end

    # @yieldparam page [Page]
    # @return [self, Enumerator] an Enumerator where there is no block
    def pages
      return enum_for(:pages) unless block_given?

      limit = @limit || PAGE
      offset = @offset || 0
      while true
        page = fetch(limit:, offset:)
        yield page
        return self unless page.pagination[:hasMore]

        offset += limit
      end
    end
  end

  # Pages go on after an entry: nothing is left out or comes twice while the list grows.
  class CursorList < List
    # @api private
    def initialize(transport, path, starting_after: nil, **options)
      super(transport, path, **options)
      @starting_after = starting_after
    end

    # @return [Page] the first page
    def page
      fetch(limit: @limit, starting_after: @starting_after)
    end

    # @yieldparam page [Page]
    # @return [self, Enumerator] an Enumerator where there is no block
    def pages
      return enum_for(:pages) unless block_given?

      after = @starting_after
      while true
        page = fetch(limit: @limit || PAGE, starting_after: after)
        yield page
        after = page.pagination[:nextStartingAfter]
        return self if after.nil?
      end
    end
  end
end
