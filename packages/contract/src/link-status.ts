import * as v from 'valibot'

/** Statuses of a template on one business account. */
export const LinkStatus = v.picklist(['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'])
export type LinkStatus = v.InferOutput<typeof LinkStatus>
