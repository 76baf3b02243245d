import { Entity as ElectroEntity } from 'electrodb'
import { onFirstUse } from '../on-first-use.ts'

/**
 * ElectroDB's `Entity`, made on first use. ElectroDB parses an entity's model when it is made, and a file that is imported for one
 * of its functions brings entities that only the others use: the models
 * that a function does not use are never parsed. Those that each of its invocations uses belong into `makeAtStart`.
 */
export const Entity = new Proxy(ElectroEntity, {
  construct: (target, parameters) => onFirstUse(() => Reflect.construct(target, parameters)),
})
