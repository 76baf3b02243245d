import * as v from 'valibot'
import type { Call } from '../../router.ts'

/** The JSON body of a call by hand. @throws ValiError */
export function parseBody<Schema extends v.GenericSchema>(call: Call, schema: Schema): v.InferOutput<Schema> {
  return v.parse(schema, v.parse(v.pipe(v.string(), v.parseJson()), call.body.toString()))
}
