import * as v from 'valibot'
import type { Call } from '../../router.ts'

/** Parses the JSON body of a manual call. @throws ValiError */
export function parseBody<Schema extends v.GenericSchema>(call: Call, schema: Schema): v.InferOutput<Schema> {
  return v.parse(schema, v.parse(v.pipe(v.string(), v.parseJson()), call.body.toString()))
}
