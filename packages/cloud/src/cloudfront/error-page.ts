import { randomBytes } from 'node:crypto'
import type { OriginResponse } from './compression.ts'

/** Builds an error page of CloudFront itself. */
export function errorPage(status: number, title: string, why: string): OriginResponse {
  const body = `<!DOCTYPE html>\n<html><head><title>ERROR: ${title}</title></head><body><h1>${status} ERROR</h1><p>${why}</p></body></html>\n`
  return {
    status,
    headers: { 'content-type': 'text/html', 'x-cache': 'Error from cloudfront' },
    body: Buffer.from(body),
  }
}

/** Returns an id in the format of CloudFront's request ids. */
export function requestId(): string {
  return `${randomBytes(40).toString('base64url')}==`
}
