import { Entity, type Schema } from 'electrodb'
import { onFirstUse } from '../on-first-use.ts'
import { table } from './table.ts'

/**
 * Returns ElectroDB's `Entity` of a model in the service's table, created on first use. ElectroDB parses an entity's
 * model when the entity is created. Files import entities that only some of their functions use, and their models are
 * then not parsed. With the comment `@__PURE__` before the call, bundles do not even contain them. Pass the entities
 * that every invocation uses to `makeAtStart`.
 */
export function entity<
  A extends string,
  F extends string,
  C extends string,
  S extends Schema<A, F, C, P>,
  P extends string = string,
>(model: () => S): Entity<A, F, C, S, P> {
  return onFirstUse(() => new Entity<A, F, C, S, P>(model(), table))
}

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
