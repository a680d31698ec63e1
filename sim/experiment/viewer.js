// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Plays a trace of packets on a network. read(trace) makes links and tables of the events of
// `netfold allreduce --trace` or of viewer.py; use(), held() and places() say what is shown at a time.
// What is below them puts it into a page.
'use strict';

// What makes a packet the same one at both ends of a cable.
const identity = event => [event.name, event.args.address, event.args.source, event.args.destination, event.args.tag].join(' ');

// Lanes of the trace: {node, port, way, events}, by "pid tid".
function lanes(trace) {
  const nodes = {}, found = {};
  for (const e of trace.traceEvents) {
    if (e.ph === 'M' && e.name === 'process_name') nodes[e.pid] = e.args.name;
    if (e.ph === 'M' && e.name === 'thread_name') {
      const [port, way] = e.args.name.split(' ');
      found[`${e.pid} ${e.tid}`] = {pid: e.pid, port, way, events: []};
    }
  }
  for (const e of trace.traceEvents)
    if (e.ph === 'X') found[`${e.pid} ${e.tid}`].events.push(e);
  for (const lane of Object.values(found)) {
    lane.node = nodes[lane.pid];
    lane.events.sort((a, b) => a.ts - b.ts);
  }
  return {nodes: Object.values(nodes), lanes: Object.values(found)};
}

// The trace does not say what is joined. All packets that a port sends come to the port at the other end, all later
// by the same time. Where several ports fit, those that get the same multicast at once, the other end says whose it is.
function peers(all) {
  const gets = all.filter(l => l.way === 'gets' && l.events.length), heard = new Map();
  for (const lane of gets)
    for (const e of lane.events) {
      const key = identity(e);
      if (!heard.has(key)) heard.set(key, []);
      heard.get(key).push([lane, e.ts]);
    }
  const fits = new Map();
  for (const lane of all.filter(l => l.way === 'sends' && l.events.length)) {
    const lags = new Map(); // port: how often each time between the ends is met
    for (const e of lane.events)
      for (const [other, at] of heard.get(identity(e)) || []) {
        const lag = Math.round((at - e.ts) * 1e5);
        if (lag <= 0 || other.node === lane.node) continue;
        if (!lags.has(other)) lags.set(other, new Map());
        lags.get(other).set(lag, (lags.get(other).get(lag) || 0) + 1);
      }
    const of = new Map([...lags].map(([other, count]) => [other.port, Math.max(...count.values()) / lane.events.length]));
    const best = Math.max(...of.values(), 0);
    fits.set(lane.port, new Map([...of].filter(([, share]) => share > 0.9 * best)));
  }
  const found = new Map();
  for (const [port, ends] of fits)
    if (ends.size === 1) found.set(port, [...ends.keys()][0]);
  for (const [port, end] of [...found]) // what one end knows the other one knows
    if (!found.has(end)) found.set(end, port);
  return found;
}

// An entry of a table: from the first contribution to a block at the switch that sends its sum, until it does.
function tables(all) {
  const begun = new Map(), came = new Set(), spans = {};
  const events = all.flatMap(l => l.events.map(e => [e, l])).sort((a, b) => a[0].ts - b[0].ts);
  for (const [e, lane] of events) {
    const key = `${lane.node} ${e.args.address}`;
    if (lane.way === 'gets' && e.name === 'result') came.add(key);
    if (lane.way === 'gets' && e.name === 'push' && !begun.has(key)) begun.set(key, e.ts);
    if (lane.way === 'sends' && e.name === 'result' && !came.has(key) && begun.get(key) >= 0) {
      (spans[lane.node] ||= []).push([begun.get(key), e.ts]);
      begun.set(key, -1);
    }
  }
  return spans;
}

function read(trace) {
  const {nodes, lanes: all} = lanes(trace), node = Object.fromEntries(all.map(l => [l.port, l.node]));
  const other = trace.cables ? new Map(trace.cables.flatMap(([a, b]) => [[a, b], [b, a]])) : peers(all);
  const links = all.filter(l => l.way === 'sends' && l.events.length && other.has(l.port)).map(l => ({
    from: l.node, to: node[other.get(l.port)], port: l.port, spans: l.events.map(e => [e.ts, e.ts + e.dur])}));
  const unknown = all.filter(l => l.way === 'sends' && l.events.length && !other.has(l.port)).map(l => l.port);
  const ends = all.flatMap(l => l.events.map(e => e.ts + e.dur));
  return {nodes, links, unknown, tables: tables(all), begin: Math.min(...all.flatMap(l => l.events.map(e => e.ts))), end: Math.max(...ends)};
}

// Share of the window before a time in which a link is busy.
function use(link, at, window) {
  let busy = 0;
  for (const [begin, end] of link.spans) busy += Math.max(0, Math.min(end, at) - Math.max(begin, at - window));
  return Math.min(1, busy / window);
}

// Entries that a switch holds at a time.
const held = (fabric, name, at) => (fabric.tables[name] || []).filter(([begin, end]) => begin <= at && at < end).length;

// Where the nodes are, between 0 and 1: accelerators of a mesh by their row and column; GPUs above and below, switches between them by
// the letters of their names.
function places(nodes) {
  const at = {}, mesh = nodes.map(n => /^(\d+)\.(\d+)$/.exec(n)).filter(Boolean);
  if (mesh.length) {
    const rows = 1 + Math.max(...mesh.map(m => +m[1])), columns = 1 + Math.max(...mesh.map(m => +m[2]));
    for (const [name, row, column] of mesh) at[name] = [(+column + 0.5) / columns, (+row + 0.5) / rows];
    return at;
  }
  const gpus = nodes.filter(n => /^gpu/.test(n)), switches = nodes.filter(n => !/^gpu/.test(n));
  const letters = [...new Set(switches.map(n => n.replace(/\d+$/, '')))].sort(), half = Math.ceil(gpus.length / 2);
  gpus.forEach((n, i) => { at[n] = [(i % half + 0.5) / half, i < half ? 0.06 : 0.94]; });
  letters.forEach((letter, row) => {
    const line = switches.filter(n => n.replace(/\d+$/, '') === letter);
    line.forEach((n, i) => { at[n] = [(i + 0.5) / line.length, 0.06 + 0.88 * (row + 1) / (letters.length + 1)]; });
  });
  return at;
}

// Grey, then from blue to red.
const colour = share => share < 0.005 ? '#ddd' : `hsl(${Math.round(220 - 220 * share)} 85% 45%)`;

// ---------------------------------------------------------------------------------------------- the page
const WIDTH = 1100, HEIGHT = 620;

function picture(fabric) {
  const at = places(fabric.nodes), x = n => +(WIDTH * at[n][0]).toFixed(1), y = n => +(HEIGHT * at[n][1]).toFixed(1);
  const step = Math.min(...fabric.links.map(l => Math.hypot(x(l.to) - x(l.from), y(l.to) - y(l.from))));
  const mesh = fabric.nodes.every(n => /^\d+\.\d+$/.test(n));
  const lines = fabric.links.map(l => {
    const [dx, dy] = [x(l.to) - x(l.from), y(l.to) - y(l.from)], length = Math.hypot(dx, dy) || 1;
    // The two directions of a cable beside each other; on a mesh those that pass others, over a switch or round a torus, in a bow.
    const bow = mesh && length > 2 * step ? 40 : 0, [ox, oy] = [-dy / length, dx / length];
    const point = (px, py, by) => `${(px + by * ox).toFixed(1)} ${(py + by * oy).toFixed(1)}`;
    const sign = dx + dy > 0 ? -1 : 1; // both directions on the same side
    return `<path class="link" d="M ${point(x(l.from), y(l.from), 2.5)} Q ${point(x(l.from) + dx / 2, y(l.from) + dy / 2, 2.5 + 2 * bow * sign)} ` +
      `${point(x(l.to), y(l.to), 2.5)}"><title>${l.port}: ${l.from} to ${l.to}</title></path>`;
  });
  const boxes = fabric.nodes.map(n => `<g class="node"><rect x="${x(n) - 21}" y="${y(n) - 12}" width="42" height="24" rx="4"/>` +
    `<text x="${x(n)}" y="${y(n) + 4}">${n}</text><text class="count" x="${x(n)}" y="${y(n) + 24}"></text></g>`);
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}">${lines.join('')}${boxes.join('')}</svg>`;
}

function play(page, fabric) {
  const one = id => page.getElementById(id);
  const most = Math.max(1, ...fabric.nodes.flatMap(n => (fabric.tables[n] || []).map(([begin]) => held(fabric, n, begin))));
  one('fabric').innerHTML = picture(fabric);
  one('note').textContent = `${fabric.links.length} links, ${fabric.end.toFixed(2)} us; most entries of a switch: ${most}` +
    (fabric.unknown.length ? `; the other end is not known of ${fabric.unknown.length} ports` : '');
  const lines = [...page.querySelectorAll('path.link')], boxes = [...page.querySelectorAll('g.node')];
  let at = fabric.begin, last = null, running = false;
  const show = () => {
    const window = (fabric.end - fabric.begin) * one('window').value / 100;
    fabric.links.forEach((l, i) => { lines[i].style.stroke = colour(use(l, at, window)); });
    fabric.nodes.forEach((n, i) => {
      const count = held(fabric, n, at);
      boxes[i].firstChild.style.fill = count ? `hsl(140 60% ${90 - 45 * count / most}%)` : '#fff';
      boxes[i].lastChild.textContent = fabric.tables[n] ? String(count) : '';
    });
    one('time').value = 1000 * (at - fabric.begin) / (fabric.end - fabric.begin);
    one('now').textContent = `${at.toFixed(3)} us`;
  };
  const tick = now => {
    if (!running) return;
    // Speed 1 shows all of it in 20 seconds.
    at += last === null ? 0 : (fabric.end - fabric.begin) * (now - last) / 20000 * one('speed').value;
    last = now;
    if (at >= fabric.end) { at = fabric.end; running = false; one('play').textContent = 'play'; }
    show();
    requestAnimationFrame(tick);
  };
  one('play').onclick = () => {
    running = !running;
    one('play').textContent = running ? 'stop' : 'play';
    if (at >= fabric.end) at = fabric.begin;
    last = null;
    requestAnimationFrame(tick);
  };
  one('time').oninput = () => { at = fabric.begin + (fabric.end - fabric.begin) * one('time').value / 1000; show(); };
  one('window').oninput = show;
  at = fabric.begin + (fabric.end - fabric.begin) / 2;
  show();
}

if (typeof document === 'undefined') {
  module.exports = {read, use, held, places, picture};
} else {
  const given = document.getElementById('trace').textContent;
  if (given.trim()) play(document, read(JSON.parse(given)));
  document.getElementById('file').onchange = async event => play(document, read(JSON.parse(await event.target.files[0].text())));
}
