import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendRequest } from './send-request.ts'
import { type Certificate, type Certificates, makeCertificates } from './testing/certificates.ts'
import { listen } from './testing/listen.ts'
import { laptopGuard } from './testing/post.ts'
import { rawEndpoint } from './testing/raw-endpoint.ts'

const NAME = 'hooks.example.com'
let certificates: Certificates
beforeAll(() => {
  certificates = makeCertificates(NAME)
  tls.setDefaultCACertificates([certificates.authority])
})

/** Dials the loopback under the name that the certificates are for. */
const guard = { ...laptopGuard, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
const post = (port: number, deadlineMs = 5000) =>
  sendRequest({ url: `https://${NAME}:${port}/hook`, headers: {}, body: '{}', deadlineMs }, guard)

function serve(certificate: Certificate, options: https.ServerOptions = {}) {
  return listen(https.createServer({ ...certificate, ...options }, (_, response) => response.end('ok')))
}

test('a good certificate is accepted, for the name that the URL has, and the connection is kept', async () => {
  await using endpoint = await serve(certificates.good)
  expect(await post(endpoint.port)).toMatchObject({ outcome: { status: 200 }, body: 'ok' })
  expect(await post(endpoint.port)).toMatchObject({ outcome: { status: 200 } })
  expect(endpoint.sockets).toHaveLength(1)
})

describe('a connection that is not to be trusted is tls, and gets no request', () => {
  test.each(['otherName', 'expired', 'selfSigned'] as const)('%s', async (kind) => {
    let requests = 0
    await using endpoint = await listen(
      https.createServer(certificates[kind], (_, response) => {
        requests += 1
        response.end()
      }),
    )
    expect(await post(endpoint.port)).toMatchObject({ outcome: { error: 'tls' } })
    expect(requests).toBe(0)
  })

  test('an authority that nobody knows', async () => {
    const others = makeCertificates(NAME)
    await using endpoint = await serve(others.good)
    expect(await post(endpoint.port)).toMatchObject({ outcome: { error: 'tls' } })
  })

  test('a version of TLS that is too old', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await using endpoint = await serve(certificates.good, old)
    expect(await post(endpoint.port)).toMatchObject({ outcome: { error: 'tls' } })
  })

  test('plain HTTP behind https', async () => {
    await using endpoint = await rawEndpoint((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await post(endpoint.port)).toMatchObject({ outcome: { error: 'tls' } })
  })
})

test('a handshake that is not answered is a timeout', async () => {
  await using endpoint = await listen(net.createServer())
  expect(await post(endpoint.port, 200)).toMatchObject({ outcome: { error: 'timeout' } })
})

test('a handshake that is cut off is a reset', async () => {
  await using endpoint = await rawEndpoint((socket) => socket.resetAndDestroy())
  expect(await post(endpoint.port)).toMatchObject({ outcome: { error: 'reset' } })
})
