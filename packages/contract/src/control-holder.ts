import * as v from 'valibot'

/** Who answers the customer: this service with its agents and people, or another agent on the number. */
export const ControlHolder = v.picklist(['service', 'other_agent'])
export type ControlHolder = v.InferOutput<typeof ControlHolder>
