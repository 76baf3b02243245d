import type { TestPage } from './page.ts'

/** Pages of shops. */
export const SHOPS: Readonly<Record<string, TestPage>> = {
  'React shop with a pre-rendered root': {
    html: `<!doctype html><html><head><title>Trail boots</title><script>window.__STATE__={"secret":"token-1"}</script></head>
<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"><div class="css-1x"><div class="css-2"><h1 class="css-3">Trail boots</h1>
<div class="css-4"><span class="css-5">Weight</span><span class="css-6">940 g</span></div><div class="css-4"><span class="css-5">Sole</span><span class="css-6">Vibram</span></div>
<div class="css-7"><span>In stock</span><button type="button">Add to bag</button><span>Ships within 2 days</span></div></div></div></div><script src="/a.js"></script></body></html>`,
    facts: ['Trail boots', 'Weight 940 g', 'Sole Vibram', 'In stock', 'Ships within 2 days'],
    unseen: ['token-1', 'enable JavaScript'],
  },
  'React shop that is only data': {
    html: `<!doctype html><title>Lamp</title><div id="root"></div><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Lamp Nora","offers":{"@type":"Offer","price":"49.00","priceCurrency":"EUR"},"description":"Dimmable, 800 lumens"}</script>`,
    facts: ['Lamp Nora', '49.00', 'EUR', 'Dimmable, 800 lumens'],
  },
  'Shopify product': {
    html: `<body class="template-product"><div id="shopify-section-header"><header><a href="tel:+441632960123">+44 1632 960123</a></header></div>
<main id="MainContent"><product-info><div class="product__title"><h1>Oak stool</h1></div><div class="price"><s class="price-item--regular">£95.00</s><span class="price-item--sale">£79.00</span></div>
<variant-selects><fieldset class="js"><legend>Size</legend><input type="radio" id="s1" name="Size" value="Low"><label for="s1">Low</label><input type="radio" id="s2" value="High"><label for="s2">High</label></fieldset>
<select name="id"><option value="1" selected>Low / Natural</option><option value="2">Low / Black</option><option disabled>High / Natural - Sold out</option></select></variant-selects>
<product-form><form action="/cart/add"><button type="submit" name="add">Add to cart</button></form></product-form>
<collapsible-content><details><summary><h3>Care</h3></summary><div class="accordion__content"><p>Wipe with a dry cloth.</p></div></details><details><summary>Shipping</summary>Free over £50.</details></collapsible-content></product-info></main>
<footer><div><p>Unit 4, Mill Lane, Leeds LS1 1AA</p></div></footer></body>`,
    facts: [
      '1632 960123',
      'Oak stool',
      '£95.00',
      '£79.00',
      'Size',
      'Low',
      'High / Natural - Sold out',
      'Low / Black',
      'Care',
      'Wipe with a dry cloth',
      'Shipping',
      'Free over £50',
      'Mill Lane, Leeds',
    ],
  },
  'WooCommerce product with tabs': {
    html: `<body class="woocommerce"><div class="product"><h1 class="product_title">Espresso machine</h1><p class="price"><del><bdi>399,00&nbsp;€</bdi></del> <ins><bdi>349,00&nbsp;€</bdi></ins></p>
<form class="cart"><table class="variations"><tr><th><label>Colour</label></th><td><select><option>Choose an option</option><option>Red</option><option>Steel</option></select></td></tr></table></form>
<div class="woocommerce-tabs"><ul class="tabs" role="tablist"><li role="tab" aria-controls="tab-description"><a href="#tab-description">Description</a></li><li role="tab"><a href="#tab-info">Data</a></li></ul>
<div role="tabpanel" id="tab-description"><p>Heats in 30 seconds.</p></div><div role="tabpanel" id="tab-info" style="display:none"><table class="shop_attributes"><tr><th>Voltage</th><td><p>230 V</p></td></tr><tr><th>Tank</th><td><p>1.8 l</p></td></tr></table></div></div></div></body>`,
    facts: [
      'Espresso machine',
      '399,00',
      '349,00',
      'Colour',
      'Red',
      'Steel',
      'Heats in 30 seconds',
      'Voltage 230 V',
      'Tank 1.8 l',
    ],
  },
  'price table with groups': {
    html: `<article><h2>Prices 2026</h2><table class="price"><caption>Prices with VAT</caption><thead><tr><th rowspan=2>Cut</th><th colspan=2>Price</th></tr><tr><th>short</th><th>long</th></tr></thead>
<tbody><tr><td rowspan=2>Women</td><td>35 €</td><td>45 €</td></tr><tr><td>with colour 60 €</td><td>75 €</td></tr><tr><td>Men</td><td>25 €</td><td>30 €</td></tr></tbody></table></article>`,
    facts: ['Prices with VAT', 'Women 35 € 45 €', 'Women with colour 60 € 75 €', 'Men 25 € 30 €', 'short long'],
  },
  'price cards': {
    html: `<section class="pricing"><div class="card"><h3>Basic</h3><div class="amount"><span class="currency">€</span><span class="value">9</span><span class="period">/month</span></div><ul><li>1 user</li><li>5 GB</li></ul><a class="btn" href="/buy">Choose Basic</a></div><div class="card"><h3>Team</h3><div class="amount"><span class="currency">€</span><span class="value">29</span><span class="period">/month</span></div><ul><li>10 users</li><li>1 TB</li></ul><button>Choose Team</button></div></section>`,
    facts: ['Basic', '9 /month', '1 user', '5 GB', 'Team', '29 /month', '10 users', '1 TB'],
  },
  'definition list of data': {
    html: `<div class="specs"><h2>Technical data</h2><dl><dt>Battery</dt><dd>5,000 mAh</dd><dt>Display</dt><dd>6.1 inch</dd><dd>120 Hz</dd><div><dt>Weight</dt><dd>172 g</dd></div></dl></div>`,
    facts: ['Battery 5,000 mAh', 'Display 6.1 inch 120 Hz', 'Weight 172 g'],
  },
  'product list of custom elements': {
    html: `<product-grid><product-card><h3>Mug</h3><price-tag>8 €</price-tag><stock-badge>12 left</stock-badge></product-card><product-card><template shadowrootmode="open"><style>p{}</style><p>Made in Porto</p></template><h3>Bowl</h3><price-tag>14 €</price-tag></product-card></product-grid>`,
    facts: ['Mug 8 € 12 left', 'Bowl 14 €', 'Made in Porto'],
  },
  'comparison of ARIA cells': {
    html: `<div role="table" aria-label="Plans"><div role="rowgroup"><div role="row"><span role="columnheader">Plan</span><span role="columnheader">Calls</span></div></div><div role="rowgroup"><div role="row"><span role="cell">Small</span><span role="cell">100 minutes</span></div><div role="row"><span role="cell">Large</span><span role="cell">unlimited</span></div></div></div>`,
    facts: ['Plan Calls', 'Small 100 minutes', 'Large unlimited'],
  },
  'menu of a restaurant': {
    html: `<main><h2>Pizza</h2><div class="dish"><h4>Margherita <span class="price">9,50</span></h4><p>Tomato, mozzarella<sup>1</sup></p></div><div class="dish"><h4>Diavola <span class="price">11,00</span></h4><p>Hot salami<sup>1,2</sup></p></div><hr><p><small>1 contains milk, 2 contains nitrite</small></p></main>`,
    facts: ['Margherita 9,50', 'Tomato, mozzarella', 'Diavola 11,00', 'Hot salami', '1 contains milk'],
  },
}
