const Shard = /^([1-9]\d*)\/([1-9]\d*)$/

/**
 * Returns the items of a shard such as `1/2`: every second item, starting with the first. All shards together contain
 * every item once.
 */
export function inShard<Item>(shard: string, items: readonly Item[]): Item[] {
  const [, part, parts] = Shard.exec(shard) ?? []
  if (Number(part) > Number(parts) || parts === undefined) throw new Error(`${shard} is no shard such as 1/2`)
  return items.filter((_, index) => index % Number(parts) === Number(part) - 1)
}
