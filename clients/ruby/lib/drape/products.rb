# frozen_string_literal: true

require_relative "product_imports"
require_relative "resource"

module Drape
  # The catalogue. Products go by our id or the shop's own (externalId).
  class Products < Resource
    # @return [ProductImports]
    attr_reader :imports

    # @api private
    def initialize(transport)
      super
      @imports = ProductImports.new(transport)
    end

    # Makes a product known by its picture; one that is known keeps its id and takes what is said anew.
    #
    # @param image [Pathname, IO, String, nil] in place of +image_url+, see the README
    # @param fields the other members of the request by the API's names: +externalId+, +title+, +category+ …
    # @return [Hash] the product
    def create(image_url: nil, image: nil, idempotency_key: nil, **fields)
      body = Pictures.fields({ imageUrl: image_url, image:, **fields })
      data("POST", "/v1/products", body:, headers: idempotency(idempotency_key))
    end

    # Latest first.
    #
    # @return [CursorList]
    def list(status: nil, category: nil, external_id: nil, q: nil, limit: nil, starting_after: nil)
      filters = { status:, category:, externalId: external_id, q: }
      CursorList.new(@transport, "/v1/products", filters:, limit:, starting_after:)
    end

    # @return [Hash] the product
    def retrieve(id)
      data("GET", path_of(id))
    end

    # The analysed garment, as the service's workers read it: cut-out, landmarks and mesh in one file.
    #
    # @return [String] its bytes
    # @raise [ConflictError] while it is not packaged
    def garment_package(id)
      @transport.retrying do
        @transport.open("GET", "#{path_of(id)}/garment-package", &:bytes)
      end
    end

    # What is left out stays; nil takes a value away.
    #
    # @param image [Pathname, IO, String, nil] stays where it is nil
    # @return [Hash] the product
    def update(id, image: nil, **fields)
      data("PATCH", path_of(id), body: fields.merge(Pictures.fields(image:)))
    end

    # Its try-ons stay.
    #
    # @return [Hash]
    def delete(id)
      data("DELETE", path_of(id))
    end

    # Fits go by the chart from then on.
    #
    # @param chart [String, Hash] CSV (a heading such as +size,chest+, cells such as +94-98+), or the chart by the API's
    #   names
    # @param kind [String, nil] of the measures of a CSV: of bodies or of garments
    # @param unit [String, nil] of the measures of a CSV
    # @return [Hash] the product
    def set_size_chart(id, chart, kind: nil, unit: nil)
      path = "#{path_of(id)}/size-chart"
      return data("PUT", path, body: chart) unless chart.is_a?(String)

      data("PUT", path, text: ["text/csv", chart], query: { kind:, unit: })
    end

    private

    def path_of(id)
      "/v1/products/#{segment(id)}"
    end
  end
end
