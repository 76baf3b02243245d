import * as v from 'valibot'
import listed from './quotas.json' with { type: 'json' }

const Quota = v.strictObject({
  id: v.string(),
  name: v.string(),
  /** The default of AWS, or of the provider. */
  value: v.pipe(v.number(), v.minValue(1)),
  /** What shares the quota. Only that of a `cell` grows with the number of cells. */
  scope: v.picklist(['cell', 'organization', 'number', 'webhook']),
  /** `request`: on request. `setting`: by a deployment. */
  raise: v.picklist(['request', 'setting', 'no']),
  /** How the limit is raised, or the way past it. */
  how: v.string(),
  source: v.pipe(v.string(), v.url()),
  /** When the source was read, or last changed. */
  date: v.pipe(v.string(), v.isoDate()),
})
export type Quota = v.InferOutput<typeof Quota>

/** The quotas that traffic can reach, with their defaults. */
export const QUOTAS: readonly Quota[] = v.parse(v.array(Quota), listed)
