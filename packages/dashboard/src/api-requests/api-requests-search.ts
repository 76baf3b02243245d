import * as v from 'valibot'
import { filter } from '../shell/search.ts'

/** The filters of the API requests in the URL, and the id of the opened one. Times are ISO 8601. */
export const ApiRequestsSearch = v.object({
  apiKeyId: filter(v.string()),
  status: filter(v.string()),
  search: filter(v.string()),
  since: filter(v.pipe(v.string(), v.isoTimestamp())),
  until: filter(v.pipe(v.string(), v.isoTimestamp())),
  cursor: filter(v.string()),
  open: filter(v.string()),
})
export type ApiRequestsSearch = v.InferOutput<typeof ApiRequestsSearch>
