# Varnish 7 in front of the shop, as docs/operations/cdn.md says. It is started with -p http_gzip_support=off, so that it
# leaves brotli alone.
vcl 4.1;
import std;

backend shop {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = { .url = "/health/live"; .interval = 2s; .timeout = 1s; .window = 3; .threshold = 2; }
}

sub vcl_recv {
  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  if (req.http.Authorization) { return (pass); }
  if (req.http.Accept-Encoding ~ "br") { set req.http.Accept-Encoding = "br"; }
  elsif (req.http.Accept-Encoding ~ "gzip") { set req.http.Accept-Encoding = "gzip"; }
  else { unset req.http.Accept-Encoding; }
  if (req.url ~ "^/(book-detail/[^/?]+|login|register|enter-code|forgot-password|contact|privacy-policy|terms-and-conditions)?/?(\?|$)") {
    set req.url = regsub(req.url, "\?.*$", "");
    unset req.http.Cookie;
    if (std.healthy(req.backend_hint)) { set req.grace = 9s; }
    return (hash);
  }
  if (req.url ~ "^/assets/") { unset req.http.Cookie; return (hash); }
  return (pass);
}

sub vcl_backend_response {
  if (beresp.status >= 500 && bereq.is_bgfetch) { return (abandon); }
  if (beresp.http.CDN-Cache-Control ~ "max-age") {
    set beresp.ttl = 1s;
    set beresp.grace = 1d;
  }
  unset beresp.http.CDN-Cache-Control;
}
