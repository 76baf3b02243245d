import * as v from 'valibot'

export const LinkStatus = v.pipe(
  v.picklist(['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED']),
  v.description('The status of a template on one business account.'),
)
export type LinkStatus = v.InferOutput<typeof LinkStatus>
