import * as v from 'valibot'
import { InternalError } from '../errors.ts'

/** Thrown for JSON in a format of a later release. This code may misread it, and must not overwrite it. */
class NewerFormatError extends InternalError {
  override name = 'NewerFormatError'
}

/** The reader of one kind of JSON that items store whole. */
export interface StoredJson<Value> {
  /** The format to write; the item stores it beside the JSON (`formatAttribute`). */
  readonly format: number
  /** `format` is the item's; undefined means the first. @throws NewerFormatError for an unknown format */
  parse(json: string, format: number | undefined): Value
}

interface StoredJsonOptions {
  /** Raise it only if older code would misread the JSON. @default 1 */
  readonly format?: number
  /** Set it to `parseExactJson` if callers of the API decide on the JSON. @default JSON.parse */
  readonly parseJson?: (json: string) => unknown
}

/**
 * Declares JSON that items store whole. A field that a later release adds is optional with a default, so that older
 * items have it too. Such a field does not change the format.
 * Use `v.looseObject` for JSON that is read, changed and written again, so that older code keeps unknown fields.
 */
export function storedJson<const Schema extends v.GenericSchema<unknown, unknown>>(
  name: string,
  schema: Schema,
  { format = 1, parseJson = JSON.parse }: StoredJsonOptions = {},
): StoredJson<v.InferOutput<Schema>> {
  return {
    format,
    parse(json, storedFormat = 1) {
      if (storedFormat > format)
        throw new NewerFormatError(
          `${name} is stored in format ${storedFormat}; this release reads up to ${format}. Deploy the release that wrote it.`,
        )
      return v.parse(schema, parseJson(json))
    },
  }
}
