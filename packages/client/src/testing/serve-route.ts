import { serve } from '@hono/node-server'

const [route = ''] = process.argv.slice(2)
const { POST } = await import(route)

// Calls a Next.js route handler as Next.js does: a method that the module does not export is a 405.
const fetch = (request: Request): Promise<Response> =>
  request.method === 'POST' ? POST(request) : Promise.resolve(new Response(null, { status: 405 }))

serve({ fetch, port: 0 }, (address) => console.log('Listening on', address))
