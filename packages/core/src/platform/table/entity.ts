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

/** The names in a template, in order: `'m#${conversationId}#${id}'` has `conversationId` and `id`. */
type AttributesOf<Template> = Template extends `${string}\${${infer Attribute}}${infer Rest}`
  ? [Attribute, ...AttributesOf<Rest>]
  : []

interface Key<Field, Template> {
  readonly field: Field
  readonly composite: AttributesOf<Template>
  readonly template: Template
  readonly casing: 'none'
}

/**
 * One key of an entity's index: the stored attribute `field`, and its value as a template of the entity's attributes, such as
 * `'c#${organizationId}#${id}'`. Values keep their case.
 */
export function key<const Field extends string, const Template extends string>(
  field: Field,
  template: Template,
): Key<Field, Template>
export function key(field: string, template: string): object {
  const composite = Array.from(template.matchAll(/\$\{(\w+)\}/g), ([, attribute]) => attribute)
  return { field, composite, template, casing: 'none' }
}
