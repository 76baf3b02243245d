import { derivedId } from '../../platform/clock.ts'
import type { AgentSettings } from '../agent-settings.ts'

type WebsiteTool = AgentSettings['websiteTools'][number]
type Websites = Pick<AgentSettings, 'websiteTools'>

/** Returns the active website tools of an agent whose pages are read daily. */
export function dailyWebsites({ websiteTools }: Websites): WebsiteTool[] {
  return websiteTools.filter(({ active, daily }) => active && daily)
}

/** The key of the item that has the pages of a website deleted. */
export const ENDED = 'ended'

/** Returns the key of what is read of a website. It changes when other pages are named. */
export function websiteKey({ url, pages }: Pick<WebsiteTool, 'url' | 'pages'>): string {
  return derivedId('website', url, ...pages)
}

/** Returns the hour of the day (UTC) in which a website is read, so that not all are read at once. */
export function hourOf(websiteId: string): number {
  return Number.parseInt(derivedId('hour', websiteId).slice(0, 4), 16) % 24
}

/** A website as one version of an agent names it. */
export interface NamedWebsite {
  readonly websiteId: string
  readonly key: string
}

export interface WebsiteChanges {
  /** Websites to read now, and websites whose pages are deleted (`ENDED`). */
  readonly begun: readonly NamedWebsite[]
  readonly ended: readonly NamedWebsite[]
}

/** Decides which items of websites a change of an agent begins and ends. */
export function websiteChanges(before: Websites, after: Websites): WebsiteChanges {
  const [known, wanted] = [named(before), named(after)]
  const begun = [...wanted].filter(([websiteId, key]) => known.get(websiteId) !== key)
  const ended = [...known].filter(([websiteId, key]) => wanted.get(websiteId) !== key)
  const removed = ended.filter(([websiteId]) => !wanted.has(websiteId))
  return {
    begun: [...begun, ...removed.map(([websiteId]) => [websiteId, ENDED] as const)].map(asNamed),
    ended: ended.map(asNamed),
  }
}

function named(settings: Websites): Map<string, string> {
  return new Map(dailyWebsites(settings).map((tool) => [tool.id, websiteKey(tool)]))
}

function asNamed([websiteId, key]: readonly [string, string]): NamedWebsite {
  return { websiteId, key }
}
