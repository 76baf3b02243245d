import * as v from 'valibot'

/** Thrown for JSON in a format that a later release wrote: this code may misread it, and must not overwrite it. */
export class NewerFormatError extends Error {
  override name = 'NewerFormatError'
}

/** How one kind of JSON that items hold whole is read. */
export interface StoredJson<Value> {
  /** The format in which it is written; the item keeps it beside the JSON (`formatAttribute`). */
  readonly format: number
  /**
   * Reads JSON of any release. `format` is the item's; undefined means the first.
   * @throws NewerFormatError when a later release wrote it in a format that is not known here
   */
  parse(json: string, format: number | undefined): Value
}

/**
 * Declares JSON that items hold whole. Each field that a later release adds is optional with a default, so that every stored item
 * has it; that does not change the format. `format` is raised only when older code would misread what is written. What is read,
 * changed and written again is a `v.looseObject`, so that older code keeps the fields that it does not know.
 */
export function storedJson<const Schema extends v.GenericSchema<unknown, unknown>>(
  name: string,
  schema: Schema,
  format = 1,
): StoredJson<v.InferOutput<Schema>> {
  return {
    format,
    parse(json, storedFormat = 1) {
      if (storedFormat > format)
        throw new NewerFormatError(
          `${name} is stored in format ${storedFormat}; this release reads up to ${format}. Deploy the release that wrote it.`,
        )
      return v.parse(schema, JSON.parse(json))
    },
  }
}
