import * as v from 'valibot'
import type { Route } from '../../router.ts'
import type { World } from '../world.ts'
import { parseBody } from './parse-body.ts'

const Rate = v.strictObject({
  messages: v.pipe(v.number(), v.integer(), v.minValue(0)),
  seconds: v.pipe(v.number(), v.minValue(1)),
})

const Settings = v.strictObject({
  outsideWindow: v.optional(v.picklist(['reject', 'fail-later'])),
  pairRate: v.optional(v.nullable(Rate)),
  numberRate: v.optional(v.nullable(Rate)),
})

/** `PUT /simulator/settings`: changes the given settings until the simulator stops. */
export const settingsRoute: Route<World> = {
  method: 'PUT',
  path: '/simulator/settings',
  handle(call, world) {
    const { outsideWindow, pairRate, numberRate } = parseBody(call, Settings)
    if (outsideWindow !== undefined) world.outsideWindow = outsideWindow
    if (pairRate !== undefined) world.limits.pair = pairRate ?? undefined
    if (numberRate !== undefined) world.limits.number = numberRate ?? undefined
    return { status: 204 }
  },
}
