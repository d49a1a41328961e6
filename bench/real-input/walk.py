"""Independent walk of a manual's files: what a polite crawler must fetch, and the title of each page. One JSON object on stdout.

usage: walk.py ROOT ORIGIN DISALLOWED_PREFIX...     (a prefix that begins with "+" is allowed and, being longer, wins)
"""
import html.parser, json, os, re, sys, urllib.parse

root, origin, rules = sys.argv[1], sys.argv[2], sys.argv[3:]


def allowed(path):
    best, verdict = -1, True
    for rule in rules:
        allow, prefix = rule.startswith("+"), rule.lstrip("+")
        if path.startswith(prefix) and len(prefix) > best:
            best, verdict = len(prefix), allow
    return verdict


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.links, self.title, self.in_title, self.base = [], None, False, None

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if tag == "base" and self.base is None and a.get("href"):
            self.base = a["href"]
        if tag in ("a", "area") and a.get("href") is not None:
            rel = (a.get("rel") or "").lower().split()
            if not {"nofollow", "ugc", "sponsored"} & set(rel):
                self.links.append(a["href"])
        if tag == "title" and self.title is None:
            self.title, self.in_title = "", True

    def handle_endtag(self, tag):
        if tag == "title":
            self.in_title = False

    def handle_data(self, data):
        if self.in_title:
            self.title += data


def file_of(path):
    name = urllib.parse.unquote(urllib.parse.urlsplit(path).path)
    full = os.path.join(root, name.lstrip("/"))
    if name.endswith("/"):
        full = os.path.join(full, "index.html")
    return full


seen, todo, titles, missing, closed = {"/"}, ["/"], {}, [], set()
while todo:
    path = todo.pop()
    full = file_of(path)
    if not os.path.isfile(full):
        missing.append(path)
        continue
    if not full.endswith((".html", ".htm")):
        continue
    page = Page()
    with open(full, encoding="utf-8", errors="replace") as f:
        page.feed(f.read())
    titles[path] = re.sub(r"[ \t\n\r\f]+", " ", page.title or "").strip(" ")
    base = urllib.parse.urljoin(origin + path, page.base) if page.base else origin + path
    for href in page.links:
        url = urllib.parse.urldefrag(urllib.parse.urljoin(base, href.strip()))[0]
        parts = urllib.parse.urlsplit(url)
        if f"{parts.scheme}://{parts.netloc}" != origin:
            continue
        target = urllib.parse.quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._") + (f"?{parts.query}" if parts.query else "")
        if not allowed(target):
            closed.add(target)
        elif target not in seen:
            seen.add(target)
            todo.append(target)
print(json.dumps({"fetch": sorted(seen), "titles": titles, "missing": sorted(missing), "closed": sorted(closed)}))
