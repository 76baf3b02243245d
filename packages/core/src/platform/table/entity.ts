import { Entity as ElectroEntity } from 'electrodb'
import { onFirstUse } from '../on-first-use.ts'

/**
 * ElectroDB's `Entity`, created on first use. ElectroDB parses an entity's model when the entity is created. Files
 * import entities that only some of their functions use, and their models are then not parsed. Pass the entities that
 * every invocation uses to `makeAtStart`.
 */
export const Entity = new Proxy(ElectroEntity, {
  construct: (target, parameters) => onFirstUse(() => Reflect.construct(target, parameters)),
})

/** The names in a template, in order: `conversationId` and `id` of `'m#${conversationId}#${id}'`. */
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
 * Declares one key of an entity's index: the stored attribute `field`, and its value as a template of the entity's
 * attributes, such as `'c#${organizationId}#${id}'`. Values keep their case.
 */
export function key<const Field extends string, const Template extends string>(
  field: Field,
  template: Template,
): Key<Field, Template>
export function key(field: string, template: string): object {
  const composite = Array.from(template.matchAll(/\$\{(\w+)\}/g), ([, attribute]) => attribute)
  return { field, composite, template, casing: 'none' }
}
