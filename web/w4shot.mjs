import { chromium } from '@playwright/test';
const base = process.env.BASE, out='/tmp/w4/shots';
const args=['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'];
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args });
const pages = (process.env.PAGES ?? '').split(',');
const sizes = { p:[390,844], d:[1440,900] };
for (const combo of (process.env.COMBOS ?? 'd-dark-tr').split(',')) {
  const [size, mode, lang] = combo.split('-');
  const [width,height]=sizes[size];
  const c = await b.newContext({ viewport:{width,height}, reducedMotion:'reduce' });
  await c.addInitScript(([m,l])=>{ localStorage.setItem('mode',m); localStorage.setItem('language',l); },[mode,lang]);
  await c.addCookies([{name:'mode',value:mode,url:base},{name:'language',value:lang,url:base}]);
  const p = await c.newPage();
  const errs=[]; p.on('console',m=>{ if(m.type()==='error'||m.type()==='warning') errs.push(m.text().slice(0,300)); }); p.on('pageerror',e=>errs.push('PAGEERROR '+e.message.slice(0,300)));
  await p.goto(base+'/login',{waitUntil:'domcontentloaded'});
  const user = p.locator('input[autocomplete="username"], input[name="username"]').first();
  await user.waitFor({timeout:60000});
  await user.fill(process.env.USER_NAME ?? 'zengin'); await p.locator('input[type=password]').first().fill('Demo123');
  await p.keyboard.press('Enter');
  await p.waitForURL(u=>!u.pathname.startsWith('/login'),{timeout:30000});
  for (const path of pages) {
    await p.goto(base+path,{waitUntil:'domcontentloaded'});
    await p.waitForLoadState('networkidle',{timeout:15000}).catch(()=>{});
    await p.waitForTimeout(700);
    const name = path.replace(/[/?=]/g,'_')||'home';
    const wide = await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth);
    if (wide>0) errs.push(`OVERFLOW ${path} ${wide}`);
    await p.screenshot({path:`${out}/${combo}${name}.png`, fullPage: true});
  }
  console.log(combo, [...new Set(errs)].join('\n'));
  await c.close();
}
await b.close();
