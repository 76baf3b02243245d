const Shard = /^([1-9]\d*)\/([1-9]\d*)$/

/** The items of a shard such as `1/2`: every second one, from the first. Together all shards have every item once. */
export function inShard<Item>(shard: string, items: readonly Item[]): Item[] {
  const [, part, parts] = Shard.exec(shard) ?? []
  if (Number(part) > Number(parts) || parts === undefined) throw new Error(`${shard} is no shard such as 1/2`)
  return items.filter((_, index) => index % Number(parts) === Number(part) - 1)
}
