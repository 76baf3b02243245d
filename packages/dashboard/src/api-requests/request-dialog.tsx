import { Anchor } from '@mantine/core'
import type { ApiRequest } from '@messaging/contract/dashboard/api-requests.ts'
import { useMe } from '../api/use-me.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { exactTime } from '../ui/time-words.ts'
import { operationUrl } from './operation-url.ts'

/** The details of a request, with a link to its operation in the API reference. */
export function RequestDialog({ request, onClose }: { readonly request: ApiRequest; readonly onClose: () => void }) {
  const { data: me } = useMe()
  const { method, path, status, code, query, milliseconds, apiKey, requestId, sourceIp, userAgent, operation } = request
  const { local, utc } = exactTime(Date.parse(request.at))
  return (
    <Dialog opened onClose={onClose} title="API request" size="lg">
      <Facts>
        <Fact name="Request">
          <code>
            {method} {path}
          </code>
        </Fact>
        <Fact name="Status">{status}</Fact>
        <Fact name="Error code">{code}</Fact>
        <Fact name="Query parameters">{query.replaceAll('&', ', ')}</Fact>
        <Fact name="Request ID">
          <CopyId id={requestId} label="request ID" />
        </Fact>
        <Fact name="Time">
          {local}
          <br />
          {utc}
        </Fact>
        <Fact name="Duration">{milliseconds.toLocaleString('en')} ms</Fact>
        <Fact name="API key">{apiKey.name}</Fact>
        <Fact name="IP address">{sourceIp}</Fact>
        <Fact name="User agent">{userAgent}</Fact>
        <Fact name="API reference">
          {me && (
            <Anchor inherit href={operationUrl(me.apiBaseUrl, operation)} target="_blank" rel="noreferrer">
              {operation}
            </Anchor>
          )}
        </Fact>
      </Facts>
    </Dialog>
  )
}
