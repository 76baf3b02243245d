import { toolName } from '@replywright/contract/tool-name.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { Tool } from '../../agents/tool.ts'
import { type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import { failureText } from '../../platform/outbound/failure-text.ts'
import { requestOutbound } from '../../platform/outbound/request-outbound.ts'
import { CUT, clip } from './as-data.ts'
import { readableText } from './readable-text.ts'
import { uniquelyNamed } from './tool-name.ts'

const DEADLINE_MS = 20_000
const PAGE_BYTES = 1024 * 1024
const TEXT_BYTES = 12 * 1024
const MAX_REDIRECTS = 3
const HEADERS = {
  accept: 'text/html, text/plain;q=0.9, application/json;q=0.9, text/*;q=0.8',
  'user-agent': 'Service-Agent/1.0',
}

/** Returns the active website tools of an agent. Each reads one page. The search finds what is read daily. */
export function websiteTools(settings: AgentSettings['websiteTools'], guard: Guard = systemGuard): Tool[] {
  return uniquelyNamed(
    settings.filter(({ active, daily }) => active && !daily).map((website) => websiteTool(website, guard)),
  )
}

function websiteTool({ url, prompt }: AgentSettings['websiteTools'][number], guard: Guard): Tool {
  const { host = '', pathname = '' } = URL.parse(url) ?? {}
  return {
    name: toolName(`read_${host}${pathname}`, 'read_website'),
    description: `Reads the web page ${url}. What to look for: ${prompt}`,
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    changesOutside: false,
    creditCost: 0,
    run: async (_, { signal }) => {
      const limits = { deadlineMs: DEADLINE_MS, maxBytes: PAGE_BYTES, maxRedirects: MAX_REDIRECTS }
      const response = await requestOutbound({ url, method: 'GET', headers: HEADERS, signal, ...limits }, guard)
      if ('error' in response) return { text: failureText('The page', response.error) }
      if (response.status < 200 || response.status > 299)
        return { text: `The page responded with status ${response.status}.` }
      const page = await readableText(response)
      if (!page) return { text: 'The page is not readable.' }
      const text = clip(page.text, TEXT_BYTES)
      const isCut = (response.cut || page.isCut) && !text.endsWith(CUT)
      return { text: [page.title, response.url, '', isCut ? text + CUT : text].join('\n').trim() }
    },
  }
}
